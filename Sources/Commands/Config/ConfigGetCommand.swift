import ArgumentParser
import TextEditing

struct ConfigGetCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the value of one setting, and nothing else.",
    usage: "martlet config get <key> --xcconfig <file> [options]",
    discussion: """
      Examples:
        martlet config get BASE_URL --xcconfig Configuration/Release.xcconfig
        martlet config get BASE_URL --xcconfig App.xcconfig --configuration Debug --sdk iphoneos

      What is not set is an error; what is set to nothing is an empty line.
      """)

  @Argument(help: "The name of the setting.")
  var key: String

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    let place = try SettingsPlace(options)
    let query = try settings.query(in: place)
    place.report(query.problems)
    guard let value = try query.scope.expansion(of: key)?.string else {
      throw SettingsCommandError.unknownSetting(key, in: query.title, known: query.names)
    }
    place.console.print(try options.json ? SettingReport(key: key, value: value).json() : value)
  }
}

/// The value of one setting as JSON.
struct SettingReport: Report {
  let schema = 1
  let key: String
  let value: String
}
