import ArgumentParser
import Lanes
import MartletChangelogs
import MartletCore
import Steps

struct NotesCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "Print the release notes of one version.",
    usage: "martlet notes <version> [options]",
    discussion: """
      Examples:
        martlet notes 1.5.0
        martlet notes 1.5.0 --format plain > notes.txt

      They come from the changelog, or without one, from the commits of the version.
      """)

  @Argument(help: "The version.")
  var version: String

  @Option(help: "The output format.")
  var format = NotesFormat.markdown

  @Option(help: ArgumentHelp("Use this package of the repository.", valueName: "name"))
  var package: String?

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let version = try parsedVersion()
    let session = try Session(options)
    let draft = try session.draft(ofPackage: package)
    let format = options.json ? .json : format
    let path = try draft.changelogPath()
    guard let source = try draft.source(at: path) else {
      return try printCommits(of: version, as: format, in: draft, session)
    }
    let document = ChangelogDocument(source)
    guard let section = document.section(of: version) else {
      throw ChangelogError.noSection(version, path, known: document.releases.compactMap { $0.version?.description })
    }
    let text = document.text(of: section)
    switch format {
    case .markdown: try session.console.printQuoted(text)
    case .json: try session.console.print(SectionReport(version: version.description, text: text).json())
    case .plain:
      let lines = text.plainText.split(separator: "\n", omittingEmptySubsequences: false)
      try session.console.print(lines.map { String($0).escapedForTerminal() }.joined(separator: "\n"))
    }
  }

  private func parsedVersion() throws -> Version {
    do {
      return try Version(version)
    } catch {
      throw Failure.unusableVersion(error)
    }
  }

  /// Prints the changes since the previous release.
  private func printCommits(of version: Version, as format: NotesFormat, in draft: Draft, _ session: Session) throws {
    guard let end = try Revision(version.description, in: draft), end.version != nil else {
      throw Failure.noReleaseNotes(version, try draft.changelogPath())
    }
    let before = try Revision.release(before: end, in: draft)
    try session.console.print(NotesText(between: before, and: end, in: draft), as: format, in: draft)
  }
}

extension Failure {
  fileprivate static func noReleaseNotes(_ version: Version, _ changelog: RelativePath) -> Failure {
    Failure(
      "no release `\(version)`: it has no tag, and there is no `\(changelog)`",
      hint: "print the changes that are not released yet with `martlet changelog`")
  }
}

/// The changelog section of a version as JSON.
struct SectionReport: Report {
  let schema = 1
  let version: String
  /// The Markdown text.
  let text: String
}
