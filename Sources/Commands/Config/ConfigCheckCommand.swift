import ArgumentParser
import MartletCore

struct ConfigCheckCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find errors and possible improvements in environments and .xcconfig files.",
    usage: "martlet config check [<file> ...] [--stale] [options]",
    discussion: """
      Examples:
        martlet config check                     all environments and .xcconfig files
        martlet config check --stale             also outputs that are out of date
        martlet config check --stale --env Beta  also outputs for other environments
        martlet config check Config/*.xcconfig   only these files

      The exit status is 1 for errors and warnings; with --lenient, only for errors. \
      An included file that no fresh clone has, such as one of CocoaPods, is only \
      reported; with --strict, it is an error. So is a secret that an output needs \
      and that is not set.
      """)

  @Argument(help: "Check only these .xcconfig files.")
  var files: [String] = []

  @Flag(help: "Also check the outputs: each must be up to date for one of the environments.")
  var stale = false

  @Flag(help: "Exit with status 0 despite warnings.")
  var lenient = false

  @Flag(
    help:
      "Report secrets and included files that no fresh clone has as errors: ignored files, submodules, Pods, files of Xcode."
  )
  var strict = false

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if !files.isEmpty, let other = stale ? "--stale" : environment.given {
      throw ValidationError("files and `\(other)` together, expected one of them")
    }
  }

  func run() throws {
    let place = try SettingsContext(options)
    var check = ConfigurationCheck()
    if files.isEmpty { try check.lookAtEnvironments(of: place, outputsFor: stale ? environment : nil) }
    try check.lookAtSettings(in: files.isEmpty ? place.xcconfigs() : files.map(place.path), of: place)
    if strict { check.requireAllFiles() }
    guard !check.isEmpty else { throw SettingsCommandError.nothingToCheck }
    if options.json {
      try place.console.print(check.json())
    } else {
      for finding in check.findings { try place.console.print("ok  \(finding)".escapedForTerminal()) }
      place.console.report(check.problems.map(\.diagnostic))
    }
    guard !check.fails(lenient: lenient) else { throw ExitCode(ExitStatus.failed.rawValue) }
  }
}
