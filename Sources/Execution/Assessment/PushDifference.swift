import Git
import Lanes
import MartletCore

/// Why a run cannot go on after its push: the remote does not have what the journal says.
package enum PushDifference: ExplainedError, Equatable {
  /// The references are there, and the record that the push of the run carries is not. Another clone has pushed the same commit,
  /// and may have finished the release; or the user has.
  case pushedByOthers(RunID, remote: String, references: [String])
  /// The run has pushed the reference, and it is not there any more.
  case removed(RunID, remote: String, reference: String, ObjectID, isHere: Bool)

  /// Compares a push that is done with its remote.
  ///
  /// - Returns: Nil for other items, and if the remote has what it should have.
  /// - Throws: `TransportError`; `Failure.unreadableRecord`.
  init?(of item: RunAssessment.Item, _ record: RunRecord, in workspace: Workspace) throws {
    guard item.isDone, case .push(let remote, let pushed) = item.change else { return nil }
    if item.isJournalled {
      guard let difference = try Self.removed(record, pushed, from: remote, in: workspace) else { return nil }
      self = difference
    } else {
      guard let place = record.place, place.remote == remote else { return nil }
      if let found = try workspace.foundRecord(at: place), record.ownStates.contains(found.state) { return nil }
      self = .pushedByOthers(record.id, remote: remote, references: pushed.keys.sorted())
    }
  }

  /// Returns the first reference that `remote` does not have any more: a branch that is gone, or a tag that is gone or moved.
  static func removed(
    _ record: RunRecord, _ pushed: [String: ObjectID], from remote: String, in workspace: Workspace
  ) throws -> PushDifference? {
    let names = pushed.keys.sorted()
    let places = try workspace.transport(to: remote).referencesAtEachPlace(names, of: remote)
    for (name, object) in pushed.sorted(by: { $0.key < $1.key }) {
      let isThere = places.allSatisfy { $0[name].map { $0 == object || name.hasPrefix("refs/heads/") } ?? false }
      guard !isThere else { continue }
      return .removed(
        record.id, remote: remote, reference: name, object, isHere: try workspace.repository.hasObject(object))
    }
    return nil
  }

  /// Whether the user can decide that the run is resumed.
  var canBeTakenOver: Bool { if case .pushedByOthers = self { true } else { false } }

  package var failure: Failure {
    switch self {
    case .pushedByOthers(let id, let remote, let references):
      Failure(
        "`\(remote)` has \(references.quotedList), and run \(id) did not push them: another clone may have finished the release",
        hint:
          "if it has, end this run with `martlet undo --keep`, otherwise finish it with `martlet finish --take-over`",
        code: .anotherRun)
    case .removed(let id, let remote, let reference, let object, let isHere):
      Failure(
        "`\(remote)` does not have `\(reference)` any more, which run \(id) has pushed",
        hint: "push it again with `git push \(remote.shellWord) \(object.short):\(reference.shellWord)`"
          + "\(isHere ? "" : " in the clone where the run began"), or end the run with `martlet undo --keep`",
        code: .changedSince, exit: .partlyPublic)
    }
  }
}
