import Lanes
import MartletTextEditing
import MartletVersioning

/// The differences between the workspace at a moment of a run, between two stages, and the current workspace.
package protocol RunHistory: AnyObject {
  /// The start of the run, in seconds since 1970.
  var time: Int64 { get }
  /// The HEAD at that moment; nil if it was the current one.
  var head: HeadState? { get }
  /// The number of commits that the run has made since.
  var laterCommitCount: Int { get }
  /// The files that did not exist.
  var createdPaths: Set<RelativePath> { get }
  /// The files that existed and are missing now.
  var removedPaths: Set<RelativePath> { get }
  /// Whether the tags here are treated as complete.
  var hasAllTags: Bool { get }

  /// Returns whether the file at `path` differs from the current one.
  func hasChanged(_ path: RelativePath) -> Bool
  /// Returns the contents of the file at `path`.
  func contents(of path: RelativePath) throws -> HistoricalContents
  /// Returns the changes against HEAD, given the current ones.
  func changes(now: [FileChange]) -> [FileChange]
  /// Returns whether the run has made that tag since.
  func isLater(tag name: String, naming target: ObjectID) -> Bool
  /// Returns the tracked head of the remote, given the current one.
  func trackedHead(of destination: PushDestination, now: ObjectID?) throws -> ObjectID?
  /// The artifacts that the run kept, by the path of their file.
  var artifacts: [String: ArtifactContents] { get }
  /// Returns the artifacts of the run that match `pattern`, as its release has them; nil if the journal is here.
  func releasedArtifacts(matching pattern: String) throws -> [Artifact]?
  /// The tags whose release the run publishes.
  var releasedTags: Set<String> { get }
  /// The newest commits of branches elsewhere, to which the run has pushed since; a nil commit: there was none.
  var branchHeads: [RemoteBranch: ObjectID?] { get }
  /// Returns the distance from the upstream, given the current one.
  func distance(now: UpstreamDistance) -> UpstreamDistance
}

/// By default everything is as it is now.
extension RunHistory {
  package var laterCommitCount: Int { 0 }
  package var createdPaths: Set<RelativePath> { [] }
  package var removedPaths: Set<RelativePath> { [] }
  package var hasAllTags: Bool { false }
  package var artifacts: [String: ArtifactContents] { [:] }
  package func releasedArtifacts(matching pattern: String) throws -> [Artifact]? { nil }
  package var releasedTags: Set<String> { [] }
  package var branchHeads: [RemoteBranch: ObjectID?] { [:] }

  package func hasChanged(_ path: RelativePath) -> Bool { false }
  package func contents(of path: RelativePath) throws -> HistoricalContents { .asNow }
  package func changes(now: [FileChange]) -> [FileChange] { now.filter { !hasChanged($0.path) } }
  package func isLater(tag name: String, naming target: ObjectID) -> Bool { false }
  package func trackedHead(of destination: PushDestination, now: ObjectID?) throws -> ObjectID? { now }

  package func distance(now: UpstreamDistance) -> UpstreamDistance {
    UpstreamDistance(upstream: now.upstream, ahead: max(0, now.ahead - laterCommitCount), behind: now.behind)
  }
}

/// The current state with an assumed branch and complete tags. Clones of CI systems have neither, and this allows
/// Martlet to plan a lane there, for the digest of its plan.
package final class AssumedCheckout: RunHistory {
  package let time: Int64
  package let head: HeadState?
  package let hasAllTags = true

  package init(_ branch: String, in workspace: Workspace) throws {
    time = workspace.now
    head = try workspace.head().commit.map { .branch(branch, $0) }
  }
}

/// The contents of a file at a moment of a run.
package enum HistoricalContents {
  case asNow
  /// The file did not exist.
  case absent
  case bytes([UInt8])
}
