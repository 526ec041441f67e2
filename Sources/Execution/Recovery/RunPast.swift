import Lanes
import TextEditing
import Versioning

/// What of the world was otherwise at a moment of a run, between two of its stages.
package protocol RunPast: AnyObject {
  /// Seconds since 1970, when the run was begun.
  var time: Int64 { get }
  /// What was checked out; nil when it was what is now.
  var head: HeadState? { get }
  /// How many commits the run has made since.
  var laterCommitCount: Int { get }
  /// The files that were not there.
  var createdPaths: Set<RelativePath> { get }
  /// The files that were there and are not any more.
  var removedPaths: Set<RelativePath> { get }
  /// Whether the tags that are here are taken for all there are.
  var knowsTags: Bool { get }
  /// Whether refs were pushed as one; nil when that is not known.
  var pushesAtomically: Bool? { get }

  /// Whether the file at `path` is another one now.
  func isOther(_ path: RelativePath) -> Bool
  /// What the file at `path` held.
  func contents(of path: RelativePath) throws -> PastContents
  /// What differed from the commit that was checked out, `now` being what differs now.
  func changes(now: [FileChange]) -> [FileChange]
  /// Whether the run has made that tag since.
  func isLater(tag name: String, naming target: ObjectID) -> Bool
  /// What was known of the remote's head, `now` being what is known of it now.
  func trackedHead(of destination: PushDestination, now: ObjectID?) throws -> ObjectID?
  /// The artifacts that the run has kept since, by the path of their file.
  var artifacts: [String: ArtifactContents] { get }
  /// The tags whose release the run publishes.
  var releasedTags: Set<String> { get }
  /// How far the branch was from its upstream, `now` being how far it is now.
  func distance(now: UpstreamDistance) -> UpstreamDistance
}

/// What is not told otherwise was as it is now.
extension RunPast {
  package var laterCommitCount: Int { 0 }
  package var createdPaths: Set<RelativePath> { [] }
  package var removedPaths: Set<RelativePath> { [] }
  package var knowsTags: Bool { false }
  package var pushesAtomically: Bool? { nil }
  package var artifacts: [String: ArtifactContents] { [:] }
  package var releasedTags: Set<String> { [] }

  package func isOther(_ path: RelativePath) -> Bool { false }
  package func contents(of path: RelativePath) throws -> PastContents { .asNow }
  package func changes(now: [FileChange]) -> [FileChange] { now.filter { !isOther($0.path) } }
  package func isLater(tag name: String, naming target: ObjectID) -> Bool { false }
  package func trackedHead(of destination: PushDestination, now: ObjectID?) throws -> ObjectID? { now }

  package func distance(now: UpstreamDistance) -> UpstreamDistance {
    UpstreamDistance(upstream: now.upstream, ahead: max(0, now.ahead - laterCommitCount), behind: now.behind)
  }
}

/// The present, as if a branch were checked out and no tag missing: CI systems make such clones, and there is to be a plan
/// all the same, for what it is called by.
package final class AssumedBranch: RunPast {
  package let time: Int64
  package let head: HeadState?
  package let knowsTags = true

  package init(_ branch: String, in workspace: Workspace) throws {
    time = workspace.now
    head = try workspace.head().commit.map { .branch(branch, $0) }
  }
}

/// What a file held at a moment of a run.
package enum PastContents {
  case asNow
  /// There was no file.
  case absent
  case bytes([UInt8])
}
