import ArgumentParser
import MartletBuildSettings
import MartletCore

struct ConfigSettingsCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Print all settings of an .xcconfig file or a target, like `xcodebuild -showBuildSettings`.",
    usage: "martlet config settings [<file>] [options]",
    discussion: """
      Examples:
        martlet config settings Configuration/Release.xcconfig
        martlet config settings App.xcconfig --sdk iphoneos26.0
        martlet config settings --target App --configuration Release

      Xcode's default settings are unknown; references to them are empty.
      """)

  @Argument(help: "The .xcconfig file.")
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Read the settings of a target of this .xcodeproj; by default, of the only project.",
      valueName: "path"))
  var project: String?

  @OptionGroup var conditions: SettingsConditions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if file != nil, project != nil {
      throw ValidationError("a file and `--project` together, expected one of them")
    }
  }

  func run() throws {
    let place = try SettingsContext(options)
    let query =
      if let file {
        try SettingsQuery(xcconfig: file, conditions, in: place)
      } else {
        try SettingsQuery(
          project: project.map(place.projectPath) ?? place.onlyProject(), conditions, in: place)
      }
    let (values, problems) = query.values()
    place.console.report(query.problems + problems)
    guard !options.json else {
      let report = SettingsReport(settings: Dictionary(values.map { ($0.name, $0.value) }) { $1 })
      try place.console.print(report.json())
      return try check(problems)
    }
    let kind = file == nil ? "for" : "from"
    let lines = values.map { "    \($0.name) = \($0.value)".escapedForTerminal() }
    try place.console.print(
      (["Build settings \(kind) \(query.title.escapedForTerminal()):"] + lines).joined(separator: "\n"))
    try check(problems)
  }

  /// - Throws: `ExitCode` when there are problems, because then a setting has no value.
  private func check(_ problems: [Diagnostic]) throws {
    guard problems.isEmpty else { throw ExitCode(ExitStatus.failed.rawValue) }
  }
}

/// All settings as JSON, with unchanged names as keys.
struct SettingsReport: Report {
  let schema = 1
  let settings: [String: String]
}
