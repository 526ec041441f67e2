import Git
import Lanes
import MartletCore

/// The record of a run on its remote. It is one reference, and each state of it one commit.
///
/// It moves only from the state that this process wrote or read last (compare-and-swap). A process that loses that race
/// stops. So of all processes that work on a lane, one performs the next effect.
final class SharedRecord {
  static let fileName = "record.jsonl"
  /// A record that is larger is refused before it is sent, in bytes.
  static let sizeLimit = 8 << 20

  let place: RecordPlace
  /// The commit that the reference names as far as this process knows; nil: there is no record.
  private(set) var state: ObjectID?
  private let journal: RunJournal
  private let workspace: Workspace

  init(at place: RecordPlace, in state: ObjectID? = nil, of journal: RunJournal, for workspace: Workspace) {
    self.place = place
    self.state = state
    self.journal = journal
    self.workspace = workspace
  }

  /// Moves the record to what the journal says now.
  ///
  /// - Throws: `RecordTaken` if another process has moved it; `Failure.recordRefused` if the remote refuses it;
  ///   `TransportError` if the remote cannot be reached.
  func move() throws {
    let new = try next().object
    let transport = try workspace.transport(to: place.remote)
    var attempt = 1
    while true {
      do throws(TransportError) {
        try transport.replace(place.reference, naming: state, with: new, of: place.remote, isLast: false)
        return didMove(to: new)
      } catch {
        // The answer may be lost.
        if hasArrived(new) { return }
        guard attempt < error.attempts else { throw explained(error) }
        attempt += 1
      }
    }
  }

  /// Checks that the tags are not on the remote, not even as the objects that the run would push.
  ///
  /// - Parameter tags: Their full names.
  /// - Throws: `TransportError.tagExists`, or the error of a remote that cannot be read.
  func checkAbsence(of tags: [String]) throws {
    guard !tags.isEmpty else { return }
    let transport = try workspace.transport(to: place.remote)
    for found in try transport.referencesAtEachPlace(tags, of: place.remote) {
      guard let (name, object) = found.min(by: { $0.key < $1.key }) else { continue }
      throw TransportError.tagExists(remote: place.remote, reference: name, found: object, by: nil)
    }
  }

  /// Returns the move that belongs to the atomic push of `entry`: if the record arrives, the push has arrived.
  func next(with entry: Int? = nil) throws -> PushedReference {
    let text = RecordText(of: journal.records, pushedBy: entry)
    let bytes = try text.bytes(at: workspace.now)
    guard bytes.count <= Self.sizeLimit else { throw Failure.recordTooLarge(bytes.count) }
    let commit = try workspace.repository.storeCommit(
      ofFile: Self.fileName, holding: bytes, message: "Record of run \(journal.folder.id)\n", now: workspace.now)
    try journal.record([.moving(to: commit)])
    return PushedReference(
      commit, from: place.reference, to: place.reference, expecting: state.map { .replacing($0) } ?? .new)
  }

  func didMove(to commit: ObjectID) {
    state = commit
    journal.note(.shared(state: commit))
  }

  /// Whether the remote has that state, although the answer was an error.
  func hasArrived(_ commit: ObjectID) -> Bool {
    guard let found = try? workspace.foundRecord(at: place), found.state == commit else { return false }
    didMove(to: commit)
    return true
  }

  /// Records for other clones that no process is at work on the run. If that fails, their users decide.
  func pause() {
    guard let state else { return }
    journal.note(.paused)
    guard let next = try? next().object,
      let transport = try? workspace.transport(to: place.remote),
      (try? transport.replace(place.reference, naming: state, with: next, of: place.remote, isLast: true)) != nil
    else { return }
    didMove(to: next)
  }

  /// Deletes the record, because the run is over.
  ///
  /// - Throws: `RecordTaken`; `TransportError`.
  func remove() throws {
    guard let state else { return }
    try workspace.removeRecord(at: place, in: state)
    self.state = nil
    journal.note(.shared(state: nil))
  }

  /// Returns `error` as what it means for the record.
  func explained(_ error: TransportError) -> any Error {
    switch error {
    case .moved(_, place.reference, _, _), .tagExists(_, place.reference, _, _):
      return RecordTaken(place: place, by: (try? workspace.foundRecord(at: place)) ?? nil)
    case .tagExists:
      guard let found = (try? workspace.foundRecord(at: place)) ?? nil, found.state != state else { return error }
      return RecordTaken(place: place, by: found)
    case .declined(_, place.reference, let reason, let output):
      // A server may refuse it because another push has it at this moment. `stale info` is git's own refusal: another process
      // has moved the record, and may have deleted it since.
      let found = (try? workspace.foundRecord(at: place)) ?? nil
      if reason == "stale info" || found != nil && found?.state != state {
        return RecordTaken(place: place, by: found)
      }
      return Failure.recordRefused(place, reason: output.isEmpty ? reason : output)
    default: return error
    }
  }
}

/// Another process has the record of the lane.
package struct RecordTaken: ExplainedError {
  let place: RecordPlace
  /// Nil if it could not be read.
  let found: FoundRecord?

  init(place: RecordPlace, by found: FoundRecord?) {
    self.place = place
    self.found = found
  }

  package init(by found: FoundRecord) { self.init(place: found.place, by: found) }

  package var failure: Failure {
    let holder = found.map { "run \($0.record.id) has the lane, \($0.record.holder.description)" }
    return Failure(
      holder ?? "another run has the lane: `\(place.reference)` on `\(place.remote)`",
      hint:
        "see its state with `martlet status`; if it has ended, finish it with `martlet run \(place.lane.shellWord) --take-over`",
      code: .anotherRun, exit: .locked)
  }
}

extension Failure {
  /// The remote does not accept the reference of the record.
  static func recordRefused(_ place: RecordPlace, reason: String) -> Failure {
    Failure(
      "`\(place.remote)` refuses `\(place.reference)`, which records the run: \(reason)",
      hint: "set `record: branch` in the Releasefile, so that the record is a branch", code: .pushRefused)
  }

  static func recordTooLarge(_ count: Int) -> Failure {
    Failure(
      "the record of the run would have \(count) bytes, expected at most \(SharedRecord.sizeLimit)",
      hint: "write fewer or smaller files after the push")
  }
}
