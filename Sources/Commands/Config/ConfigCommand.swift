import ArgumentParser

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Say what environments and build settings come to, and why; check, generate and change them.",
    usage: "martlet config <subcommand> [options]",
    discussion: """
      Examples:
        martlet config generate --env Beta            write its Swift and other files
        martlet config show --env Beta                all values of an environment
        martlet config get BaseApiUrl --env Beta      one value alone
        martlet config explain BASE_URL --target App  why it has its value
        martlet config settings Release.xcconfig      all settings of a file
        martlet config set KEY=VALUE App.xcconfig     change one
        martlet config check                          what is wrong in any of this
      """,
    subcommands: [
      ConfigGenerateCommand.self, ConfigShowCommand.self, ConfigGetCommand.self, ConfigExplainCommand.self,
      ConfigDiffCommand.self, ConfigMatrixCommand.self, ConfigCheckCommand.self, ConfigSettingsCommand.self,
      ConfigSetCommand.self,
    ])
}
