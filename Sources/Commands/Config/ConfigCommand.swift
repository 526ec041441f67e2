import ArgumentParser

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Say what build settings come to, and why.",
    usage: "martlet config <subcommand> [options]",
    discussion: """
      Examples:
        martlet config settings Release.xcconfig            all settings of a file
        martlet config get BASE_URL --xcconfig App.xcconfig the value alone
      """,
    subcommands: [ConfigGetCommand.self, ConfigSettingsCommand.self])
}
