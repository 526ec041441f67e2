import ArgumentParser
import Lanes
import MartletChangelogs
import MartletCore
import Steps

struct ChangelogCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "changelog",
    abstract: "Print the changes from commits and change files.",
    usage: "martlet changelog [<range>] [options]",
    discussion: """
      Examples:
        martlet changelog                          since the last release
        martlet changelog 1.4.0..1.5.0             between two versions
        martlet changelog 1.4.0.. --format json    as JSON

      The step `changelog` writes the same text to the changelog.
      """)

  @Argument(help: "Two tags, versions, branches or commits with `..` between them; either may be omitted.")
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
    let draft = try session.draft(ofPackage: package)
    let text =
      try range.map { try notes(of: $0, in: draft) } ?? NotesText(of: ReleaseHistory(of: draft), as: nil, in: draft)
    try session.console.print(text, as: options.json ? .json : format, in: draft)
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
