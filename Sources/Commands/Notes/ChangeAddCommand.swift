import ArgumentParser
import Lanes
import MartletCore
import Steps

struct ChangeAddCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Write a change file.",
    usage: "martlet changelog add <level> <text> [options]",
    discussion: """
      Examples:
        martlet changelog add minor 'Lanes may have parameters.'
        martlet changelog add patch 'No crash without remotes.' --type fix

      The next release uses it for its notes and its version.
      """)

  @Argument(help: "major, minor, patch or none.")
  var level: String

  @Argument(help: "What is new, in Markdown.")
  var text: String

  @Option(help: ArgumentHelp("The type of the change, which selects its section in the notes.", valueName: "type"))
  var type: String?

  @Option(help: ArgumentHelp("The changed package. Repeatable.", valueName: "name"))
  var package: [String] = []

  @OptionGroup(visibility: .hidden) var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard ReleaseLevel(rawValue: level) != nil else {
      throw ValidationError("`\(level)` is not a level, expected `major`, `minor`, `patch` or `none`")
    }
  }

  func run() throws {
    let session = try Session(options)
    var step = ChangeAddStep()
    step.level = ReleaseLevel(rawValue: level) ?? .patch
    step.text = text
    step.type = type
    step.packages = package
    try LaneRunner(action, in: session).perform([StepDeclaration(step)], title: "changelog add")
  }
}

struct ChangeCheckCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that there is a new change file, and that all are valid.",
    usage: "martlet changelog check [--since <revision>] [options]",
    discussion: """
      Examples:
        martlet changelog check                       in a pipeline
        martlet changelog check --since origin/main
      """)

  @Option(
    help: ArgumentHelp(
      "The revision that the changes will be merged into; by default, the target branch of the pull request.",
      valueName: "revision"))
  var since: String?

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    let draft = try session.draft()
    let base = try base(in: session)
    guard let revision = try Revision(base, in: draft) else { throw Failure.badRevision(base) }
    let paths = try NewChangeFiles(since: revision, in: draft).paths
    guard !paths.isEmpty else {
      throw Failure.noChangeFile(since: base, folder: draft.releasefile.releaseRules.changesFolder)
    }
    if options.json {
      try session.console.print(ChangeFilesReport(files: paths.map(\.string)).json())
    } else {
      for path in paths { try session.console.print("ok  \(path.string.escapedForTerminal())") }
    }
  }

  private func base(in session: Session) throws -> String {
    if let since { return since }
    guard let branch = session.pipeline?.pullRequest?.target else { throw Failure.noMergeTarget }
    return "origin/\(branch)"
  }
}

/// The new change files as JSON.
struct ChangeFilesReport: Report {
  let schema = 1
  let files: [String]
}

extension Failure {
  static let noMergeTarget = Failure(
    "unknown target branch, because no CI system reports a pull request",
    hint: "name it with `--since`, such as `--since origin/main`",
    exit: .usage)

  static func noChangeFile(since base: String, folder: String) -> Failure {
    Failure(
      "no change file in `\(folder)` is new since `\(base)`",
      hint: "write one with `martlet changelog add patch 'What is new'`, or `none` for `patch` if users need not know")
  }
}
