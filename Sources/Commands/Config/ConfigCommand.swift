import ArgumentParser

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show, check, generate and change environments and build settings.",
    usage: "martlet config <subcommand> [options]",
    discussion: """
      Examples:
        martlet config generate --env Beta            generate its files
        martlet config show --env Beta                show all of its values
        martlet config get BaseApiUrl --env Beta      print one value
        martlet config explain BASE_URL --target App  explain its value
        martlet config settings Release.xcconfig      list all settings of a file
        martlet config set KEY=VALUE App.xcconfig     change one setting
        martlet config check                          find errors in all of this
      """,
    subcommands: [
      ConfigGenerateCommand.self, ConfigShowCommand.self, ConfigGetCommand.self, ConfigExplainCommand.self,
      ConfigDiffCommand.self, ConfigMatrixCommand.self, ConfigCheckCommand.self, ConfigSettingsCommand.self,
      ConfigSetCommand.self,
    ])
}
