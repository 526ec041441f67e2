import ArgumentParser

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Say what build settings and environments come to, and why.",
    usage: "martlet config <subcommand> [options]",
    discussion: """
      Examples:
        martlet config generate --env Production            write what the Releasefile declares under `outputs`
        martlet config show --env Production                all values of an environment
        martlet config get BaseApiUrl --env Production      the value alone
        martlet config check --stale                        what is missing, drifting, repeated or stale
        martlet config settings Release.xcconfig            all settings of a file
        martlet config get BASE_URL --xcconfig App.xcconfig the value of a build setting alone
      """,
    subcommands: [
      ConfigGenerateCommand.self, ConfigShowCommand.self, ConfigGetCommand.self, ConfigExplainCommand.self,
      ConfigDiffCommand.self, ConfigCheckCommand.self, ConfigMatrixCommand.self, ConfigSettingsCommand.self,
    ])
}
