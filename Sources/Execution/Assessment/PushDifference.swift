import Git
import Lanes
import MartletCore

/// Why a run cannot go on after its push: the remote does not have the tag that the run has pushed, which is the release.
struct PushDifference: ExplainedError, Equatable {
  let run: RunID
  let remote: String
  /// The full name.
  let tag: String
  let object: ObjectID
  /// What the remote has instead; nil if it has no such tag.
  let found: ObjectID?
  /// Whether this clone has the object.
  let isHere: Bool

  /// Compares a push that is done with its remote.
  ///
  /// - Returns: Nil for other items, and if the remote has what it should have.
  /// - Throws: `TransportError`.
  init?(of item: RunAssessment.Item, _ record: RunRecord, in workspace: Workspace) throws {
    guard item.isDone, item.isJournalled, case .push(let remote, let pushed) = item.change,
      let difference = try Self.removed(record, pushed, from: remote, in: workspace)
    else { return nil }
    self = difference
  }

  private init(run: RunID, remote: String, tag: String, object: ObjectID, found: ObjectID?, isHere: Bool) {
    (self.run, self.remote, self.tag, self.object, self.found, self.isHere) = (run, remote, tag, object, found, isHere)
  }

  /// Returns the first tag that `remote` does not have any more. What becomes of the branch does not matter to the release.
  static func removed(
    _ record: RunRecord, _ pushed: [String: ObjectID], from remote: String, in workspace: Workspace
  ) throws -> PushDifference? {
    let tags = pushed.filter { $0.key.hasPrefix("refs/tags/") }.sorted { $0.key < $1.key }
    guard !tags.isEmpty else { return nil }
    for place in try workspace.transport(to: remote).referencesAtEachPlace(tags.map(\.key), of: remote) {
      guard let (tag, object) = tags.first(where: { place[$0.key] != $0.value }) else { continue }
      return PushDifference(
        run: record.id, remote: remote, tag: tag, object: object, found: place[tag],
        isHere: try workspace.repository.hasObject(object))
    }
    return nil
  }

  var failure: Failure {
    let command = "git push \(found == nil ? "" : "--force ")\(remote.shellWord) \(object.short):\(tag.shellWord)"
    let place = isHere ? "" : " in the clone where the run began"
    let end = "or end the run with `martlet undo --keep`"
    return Failure(
      found.map {
        "`\(tag)` on `\(remote)` is \($0.short), and run \(run) has pushed \(object.short): another user has moved the tag"
      }
        ?? "`\(remote)` does not have `\(tag)` any more, which run \(run) has pushed",
      hint: found == nil
        ? "push it again with `\(command)`\(place), \(end)"
        : "ask who moved it; then push the released one again with `\(command)`\(place), \(end)",
      code: .changedSince, exit: .partlyPublic)
  }
}
