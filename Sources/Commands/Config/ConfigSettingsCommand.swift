import ArgumentParser
import TextEditing

struct ConfigSettingsCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Print all settings of an .xcconfig file, as `xcodebuild -showBuildSettings` would.",
    usage: "martlet config settings <file> [options]",
    discussion: """
      Examples:
        martlet config settings Configuration/Release.xcconfig
        martlet config settings App.xcconfig --configuration Release --sdk iphoneos18.0

      The defaults of Xcode's own files are not known: what refers to them is empty.
      """)

  @Argument(help: "The .xcconfig file.")
  var file: String

  @OptionGroup var conditions: SettingsConditions
  @OptionGroup var options: CommandOptions

  func run() throws {
    let place = try SettingsPlace(options)
    let query = try SettingsQuery(xcconfig: file, conditions, in: place)
    place.report(query.problems)
    let values = try query.values()
    guard !options.json else {
      let report = SettingsReport(settings: Dictionary(values.map { ($0.name, $0.value) }) { $1 })
      place.console.print(try report.json())
      return
    }
    place.console.print("Build settings from \(query.title):")
    for (name, value) in values { place.console.print("    \(name) = \(value)".escapedForTerminal()) }
  }
}

/// All settings as JSON, by names that are written as they are.
struct SettingsReport: Report {
  let schema = 1
  let settings: [String: String]
}
