import ArgumentParser
import TextEditing

struct ConfigCheckCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for what is wrong in environments and .xcconfig files, or could be better.",
    usage: "martlet config check [<file> ...] [--stale] [options]",
    discussion: """
      Examples:
        martlet config check                     all environments and .xcconfig files
        martlet config check --stale             and outputs that are out of date
        martlet config check --stale --env Beta  or are not for this environment
        martlet config check Config/*.xcconfig   these files alone

      Whatever is found, the exit status is 1; with --lenient, only for an error.
      An included file that no fresh clone has, such as those of CocoaPods, is
      reported and passes; with --strict it is an error.
      """)

  @Argument(help: "The .xcconfig files to look at, and nothing else.")
  var files: [String] = []

  @Flag(help: "Look at the outputs, too: each must be what would be generated for one of the environments.")
  var stale = false

  @Flag(help: "Let warnings pass.")
  var lenient = false

  @Flag(help: "Take included files for errors that no fresh clone has: ignored ones, submodules, Pods, Xcode's own.")
  var strict = false

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var options: CommandOptions

  func validate() throws {
    if !files.isEmpty, let other = stale ? "--stale" : environment.given {
      throw ValidationError("files and `\(other)` together, expected one of them")
    }
  }

  func run() throws {
    let place = try SettingsPlace(options)
    place.session?.workspace.runsSecretPrograms = false
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
