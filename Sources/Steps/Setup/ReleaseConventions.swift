import Lanes
import MartletChangelogs
import MartletCore

/// The release conventions of a project, detected from its files and commits.
struct ReleaseConventions {
  /// The changelog at the root; nil when no changelog contains a version, or it ended before the last three releases.
  let changelog: RelativePath?
  /// A remark about a changelog that ended.
  let remarks: [String]
  /// Whether the commits of the last releases are conventional commits, which determine the next version.
  let isConventional: Bool

  init(of draft: Draft) throws {
    let found = try Self.changelog(in: draft)
    if let found, let last = try Self.lastSection(of: found.document, in: draft) {
      changelog = nil
      remarks = [
        "decide: `\(found.path)` ends with \(last), before the last three releases; a step `changelog` would continue it"
      ]
    } else {
      (changelog, remarks) = (found?.path, [])
    }
    isConventional = (try? Self.isConventional(draft)) ?? false
  }

  private static let names: Set = [
    "changelog.md", "changelog.markdown", "changes.md", "history.md", "releases.md", "release_notes.md",
    "release-notes.md", "releasenotes.md", "news.md",
  ]

  private static func changelog(in draft: Draft) throws -> (path: RelativePath, document: ChangelogDocument)? {
    for path in try draft.filePaths() where path.depth == 1 && names.contains(path.lastComponent.lowercased()) {
      guard let document = try draft.source(at: path).map({ ChangelogDocument($0) }) else { continue }
      if document.unreleased != nil || !document.releases.isEmpty { return (path, document) }
    }
    return nil
  }

  /// Returns the highest version of a changelog that has none of the last three releases and no unreleased changes; nil for
  /// another one.
  private static func lastSection(of document: ChangelogDocument, in draft: Draft) throws -> Version? {
    let releases = try draft.releases().filter { !$0.version.isPrerelease }.prefix(3)
    guard document.unreleased == nil, releases.count == 3, let oldest = releases.last,
      let last = document.releases.compactMap(\.version).highest
    else { return nil }
    return last.precedes(oldest.version) ? last : nil
  }

  /// The number of releases to inspect, and the least number of commits for a result.
  private static let (releaseCount, leastCommits) = (5, 5)

  /// Nine of ten commits must have a common type, which allows for a few slips; `Parser: Accept tabs` has none.
  private static func isConventional(_ draft: Draft) throws -> Bool {
    guard let head = try draft.head().commit, try draft.workspace.tagGap() == nil else { return false }
    let releases = try draft.releases().prefix(releaseCount)
    let commits = try ReleaseHistory.commits(of: draft, from: releases.last.map { [$0.commit] } ?? [], to: head)
      .filter { !$0.isMerge }
    let count = commits.count { commit in
      CommitMessage(commit.message).conventional.map { ConventionalHeader.commonTypes.contains($0.type) } ?? false
    }
    return commits.count >= leastCommits && count * 10 >= commits.count * 9
  }
}
