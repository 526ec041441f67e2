import Lanes
import MartletChangelogs
import MartletCore

/// The release conventions of a project, detected from its files and commits.
struct ReleaseConventions {
  /// The changelog at the root; nil when no changelog contains a version.
  let changelog: RelativePath?
  /// Whether the commits of the last releases are conventional commits, which determine the next version.
  let isConventional: Bool

  init(of draft: Draft) throws {
    changelog = try Self.changelog(in: draft)
    isConventional = (try? Self.isConventional(draft)) ?? false
  }

  private static let names: Set = [
    "changelog.md", "changelog.markdown", "changes.md", "history.md", "releases.md", "release_notes.md",
    "release-notes.md", "releasenotes.md", "news.md",
  ]

  private static func changelog(in draft: Draft) throws -> RelativePath? {
    try draft.filePaths().first { path in
      guard path.depth == 1, names.contains(path.lastComponent.lowercased()),
        let source = try draft.source(at: path)
      else { return false }
      let document = ChangelogDocument(source)
      return document.unreleased != nil || !document.releases.isEmpty
    }
  }

  /// The number of releases to inspect, and the least number of commits for a result.
  private static let (releaseCount, leastCommits) = (5, 5)

  /// Nine of ten commits must be conventional, which allows for a few slips.
  private static func isConventional(_ draft: Draft) throws -> Bool {
    guard let head = try draft.workspace.head().commit, try draft.workspace.tagGap() == nil else { return false }
    let releases = try draft.releases().prefix(releaseCount)
    let commits = try ReleaseHistory.commits(of: draft, from: releases.last.map { [$0.commit] } ?? [], to: head)
      .filter { !$0.isMerge }
    let count = commits.count { CommitMessage($0.message).conventional != nil }
    return commits.count >= leastCommits && count * 10 >= commits.count * 9
  }
}
