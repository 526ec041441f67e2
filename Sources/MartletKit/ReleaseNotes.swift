import MartletChangelogs
import MartletCore

/// The next version and its notes, computed from commits in the format of Conventional Commits 1.0.0.
///
/// Omits merges without a type, and reverted commits together with their reverts.
public struct ReleaseNotes: Sendable {
  /// The changes of one kind.
  public struct Section: Hashable, Sendable {
    /// A heading of Keep a Changelog, for example `Added`.
    public let title: String
    /// The newest first.
    public let entries: [Entry]
  }

  /// An entry of the notes.
  public struct Entry: Hashable, Sendable {
    /// The description in one line of Markdown; markup in the commit's text is escaped.
    public let text: String
    /// The scope of the commit; nil without one.
    public let scope: String?
    /// The commit's notes about breaking changes.
    public let breakingNotes: [String]
    /// The commit's id.
    public let commit: String
  }

  /// The level of the most important commit.
  public let level: Level
  /// The sections with notable changes, the most important first.
  public let sections: [Section]
  private let decision: ReleaseDecision

  /// Creates the notes of `commits`.
  ///
  /// - Parameter commits: The commits since the last release, the newest first, like the output of `git log`.
  /// - Throws: ``MartletError`` for an invalid id, and for a footer `Release-As:` without a valid version.
  public init(of commits: [Commit]) throws(MartletError) {
    let list = ChangeList(try commits.map(CommitRecord.init))
    decision = try MartletError.explaining { try ReleaseDecision(list, by: ReleaseRules()) }
    level = Level(decision.level)
    let entries = list.changes.map(MartletChangelogs.ReleaseNotes.Entry.init)
    sections = MartletChangelogs.ReleaseNotes(of: nil, date: "", entries, in: NotesStyle()).sections.map { section in
      Section(title: section.title, entries: section.entries.map(Entry.init))
    }
  }

  /// Returns the next version; nil if there is nothing to release.
  ///
  /// The commits decide which part of the last release is raised; while its major number is 0, a breaking change raises
  /// the minor one. A footer `Release-As:` sets the version itself. The first release is `0.1.0`.
  /// - Parameters:
  ///   - released: All existing versions in any order, including pre-releases.
  ///   - prereleaseID: If given, the result is the next pre-release with that name.
  /// - Throws: ``MartletError`` if a number overflows, the name is invalid, or the version of `Release-As:` is not
  ///   later.
  public func version(
    after released: [Version], prereleaseID: String? = nil
  ) throws(MartletError) -> Version? {
    let all = released.map(\.base)
    let last = all.filter { !$0.isPrerelease }.highest
    let prerelease = all.filter { version in
      version.isPrerelease && last.map { $0.precedes(version) } ?? true
    }.highest
    let next = NextVersion(
      by: ReleaseRules(), after: last, written: nil, tags: (all: all, latestPrerelease: prerelease))
    return try MartletError.explaining {
      try next.version(for: decision, prereleaseID: prereleaseID).map(Version.init)
    }
  }

  /// The sections as `martlet changelog` prints them, for a changelog or a release page.
  public var markdown: String {
    guard !sections.isEmpty else { return "No notable changes." }
    return sections.map { section in
      "### \(section.title)\n\n" + section.entries.map(\.markdown).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}

extension ReleaseNotes.Entry {
  fileprivate init(_ entry: MartletChangelogs.ReleaseNotes.Entry) {
    text = MarkdownText(entry.text).escaped
    scope = entry.scope
    breakingNotes = entry.breakingNotes.map { MarkdownText($0).escaped }
    commit = entry.commit?.hex ?? ""
  }

  fileprivate var markdown: String {
    let subject = scope.map { "**\(MarkdownText($0).escaped):** " } ?? ""
    return (["- \(subject)\(text) (\(commit.prefix(7)))"] + breakingNotes.map { "  - \($0)" }).joined(separator: "\n")
  }
}
