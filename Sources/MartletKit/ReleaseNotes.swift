import Changelogs
import TextEditing
import Versioning

/// What commits have brought, as Conventional Commits 1.0.0 has them say it: which version comes next, and what is new.
///
/// A commit and the one that takes it back are both left out, and so are merges without a type of their own.
public struct ReleaseNotes: Sendable {
  /// The changes of one kind.
  public struct Section: Hashable, Sendable {
    /// A word of Keep a Changelog, such as `Added`.
    public let title: String
    /// The newest first.
    public let entries: [Entry]
  }

  /// One thing that is new.
  public struct Entry: Hashable, Sendable {
    /// What was done, in one line of Markdown: what the commit's text could do there does not happen.
    public let text: String
    /// What it was done to, as the commit says; nil when it does not.
    public let scope: String?
    /// What the commit says of what it breaks.
    public let breakingNotes: [String]
    /// The commit's id.
    public let commit: String
  }

  /// How much the most important of the commits means to those who use what is released.
  public let level: Level
  /// What people are told, the most important first; what nobody notices is left out.
  public let sections: [Section]
  private let decision: ReleaseDecision

  /// What `commits` bring.
  ///
  /// - Parameter commits: Those since the last release, the newest first, as `git log` lists them.
  /// - Throws: ``MartletError`` for an id that is none, and for a footer `Release-As:` that names no version.
  public init(of commits: [Commit]) throws(MartletError) {
    let list = ChangeList(try commits.map(CommitRecord.init))
    decision = try MartletError.explaining { try ReleaseDecision(list, by: ReleaseRules()) }
    level = Level(decision.level)
    let entries = list.changes.map(Changelogs.ReleaseNotes.Entry.init)
    sections = Changelogs.ReleaseNotes(of: nil, date: "", entries, in: NotesStyle()).sections.map { section in
      Section(title: section.title, entries: section.entries.map(Entry.init))
    }
  }

  /// The version that comes next; nil when there is nothing to release.
  ///
  /// The last release is raised by what the commits mean; while its major number is 0, a breaking change raises the minor
  /// one. A footer `Release-As:` names the version itself. The first release is `0.1.0`.
  /// - Parameters:
  ///   - released: All versions that there are, in any order, pre-releases among them.
  ///   - prereleaseID: With it, the next pre-release of that name on the way there.
  /// - Throws: ``MartletError`` when a number would overflow, the name is none, or `Release-As:` asks for an earlier one.
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

  /// The sections as `martlet changelog` prints them, for a changelog or a page of a release.
  public var markdown: String {
    guard !sections.isEmpty else { return "No notable changes." }
    return sections.map { section in
      "### \(section.title)\n\n" + section.entries.map(\.markdown).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}

extension ReleaseNotes.Entry {
  fileprivate init(_ entry: Changelogs.ReleaseNotes.Entry) {
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
