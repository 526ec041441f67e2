import Lanes
import MartletChangelogs
import MartletCore
import Steps

/// The release notes of one version, as `martlet changelog VERSION` prints them.
struct VersionNotes {
  private let version: Version
  private let draft: Draft

  /// - Parameter version: The version or its tag.
  /// - Throws: `Failure.unusableVersion` for other text.
  init(of version: String, in draft: Draft) throws {
    do {
      self.version = try draft.tagFormat().version(of: version) ?? Version(version)
    } catch let error as VersionError {
      throw Failure.unusableVersion(error)
    }
    self.draft = draft
  }

  /// Prints the section of the changelog; without a changelog, the commits of the version.
  func print(to console: Console, as format: NotesFormat) throws {
    let path = try draft.changelogPath()
    guard let source = try draft.source(at: path) else { return try printCommits(to: console, as: format) }
    let document = draft.changelog(source)
    guard let section = document.section(of: version) else {
      throw ChangelogError.noSection(version, path, known: document.releases.compactMap { $0.version?.description })
    }
    let text = document.text(of: section)
    switch format {
    case .markdown: try console.printQuoted(text)
    case .json: try console.print(SectionReport(version: version.description, text: text).json())
    case .plain:
      let lines = text.plainText.split(separator: "\n", omittingEmptySubsequences: false)
      try console.print(lines.map { String($0).escapedForTerminal() }.joined(separator: "\n"))
    }
  }

  /// Prints the changes since the previous release.
  private func printCommits(to console: Console, as format: NotesFormat) throws {
    guard let end = try Revision(version.description, in: draft), end.version != nil else {
      throw Failure.noReleaseNotes(version, try draft.changelogPath())
    }
    let before = try Revision.release(before: end, in: draft)
    try console.print(NotesText(between: before, and: end, in: draft), as: format, in: draft)
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
