import ArgumentParser
import Lanes
import MartletChangelogs
import MartletCore
import Steps

struct ChangelogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changelog",
    abstract: "Print the changes of a version, or add a change file.",
    usage: "martlet changelog [<version or range>] [options]\nmartlet changelog add <level> <text> [options]",
    discussion: """
      Examples:
        martlet changelog                          what is not released yet
        martlet changelog 1.5.0                    the notes of a version
        martlet changelog 1.4.0..1.5.0             between two versions
        martlet changelog add minor 'Faster.'      add a change file
        martlet changelog check                    in a pipeline

      `martlet changelog show --help` lists the options for the text.
      """,
    subcommands: [ChangelogShowCommand.self, ChangeAddCommand.self, ChangeCheckCommand.self],
    defaultSubcommand: ChangelogShowCommand.self)
}

struct ChangelogShowCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the changes since the last release, of a version, or of a range.",
    usage: "martlet changelog [<version or range>] [options]",
    discussion: """
      Examples:
        martlet changelog                          since the last release
        martlet changelog 1.5.0 --format plain     the notes of a version
        martlet changelog 1.4.0.. --format json    since a version, as JSON
        martlet changelog Core/1.5.0               the notes of a package's version

      The notes of a version come from the changelog, or without one, from its commits. The step `changelog` writes the \
      changes since the last release to the changelog.
      """)

  @Argument(
    help: ArgumentHelp(
      "A version; or two tags, versions, branches or commits with `..` between them, either of which may be omitted.",
      valueName: "version or range"))
  var range: String?

  @Option(help: "The output format.")
  var format = NotesFormat.markdown

  @Option(help: ArgumentHelp("Use this package of the repository.", valueName: "name"))
  var package: String?

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    let ends = range.map { $0.split(separator: "..", maxSplits: 1).map(String.init) } ?? []
    let draft = try session.draft(ofPackage: package, orOfTags: ends)
    let format = options.json ? .json : format
    if let range, !range.contains("..") {
      return try VersionNotes(of: range, in: draft).print(to: session.console, as: format)
    }
    let text =
      try range.map { try notes(of: $0, in: draft) } ?? NotesText(of: ReleaseHistory(of: draft), as: nil, in: draft)
    try session.console.print(text, as: format, in: draft)
  }

  private func notes(of range: String, in draft: Draft) throws -> NotesText {
    guard let dots = range.firstRange(of: ".."), !range[dots.upperBound...].hasPrefix(".") else {
      throw Failure.badRange(range)
    }
    let (start, end) = (String(range[..<dots.lowerBound]), String(range[dots.upperBound...]))
    return try NotesText(
      between: start.isEmpty ? nil : revision(start, in: draft), and: end.isEmpty ? nil : revision(end, in: draft),
      in: draft)
  }

  private func revision(_ name: String, in draft: Draft) throws -> Revision {
    guard let revision = try Revision(name, in: draft) else { throw Failure.badRevision(name) }
    return revision
  }
}

extension Failure {
  static func badRevision(_ name: String) -> Failure {
    Failure(
      "no tag, branch or commit `\(name)`", hint: "list them with `git tag` and `git branch`", exit: .usage)
  }

  static func badRange(_ text: String) -> Failure {
    Failure("`\(text)` is not a range, expected for example `1.4.2..1.5.0` or `1.4.2..`", exit: .usage)
  }
}
