import ArgumentParser

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show, check, generate and change environments and build settings.",
    usage: "martlet config <subcommand> [options]",
    discussion: """
      Examples:
        martlet config generate --env Beta            generate its files
        martlet config get BaseApiUrl --env Beta      print one value
        martlet config get --all --env Beta           print all of its values
        martlet config explain BASE_URL --target App  explain its value
        martlet config set KEY=VALUE App.xcconfig     change one setting
        martlet config check                          find errors in all of this
      """,
    subcommands: [
      ConfigGenerateCommand.self, ConfigGetCommand.self, ConfigExplainCommand.self, ConfigDiffCommand.self,
      ConfigMatrixCommand.self, ConfigCheckCommand.self, ConfigSetCommand.self,
    ])
}
