import Git
import Lanes
import MartletCore

/// The record of a run on its remote. It is one reference of the lane, the head, and each state of it one commit.
///
/// It moves only from the state that this process wrote or read last (compare-and-swap), and is never deleted. A process that loses
/// that race stops. So of all processes that work on a lane, one performs the next effect.
final class SharedRecord {
  static let fileName = "record.jsonl"
  /// A record that is larger is refused before it is sent, in bytes.
  static let sizeLimit = 8 << 20

  let place: RecordPlace
  /// The commit that the reference names as far as this process knows; nil: there is none.
  private(set) var state: ObjectID?
  /// Whether that is a state of this run.
  private(set) var isClaimed: Bool
  /// The runs of the lane that have ended before this one.
  private let former: [EndedRun]
  private let journal: RunJournal
  private let workspace: Workspace

  /// - Parameters:
  ///   - head: What the reference was when it was looked at, before the plan.
  ///   - isClaimed: Whether that is a state of this run.
  init(
    at place: RecordPlace, after head: LaneHead, isClaimed: Bool = false, of journal: RunJournal,
    for workspace: Workspace
  ) {
    self.place = place
    state = head.state
    self.isClaimed = isClaimed
    former = head.former(before: journal.folder.id)
    self.journal = journal
    self.workspace = workspace
  }

  /// Moves the record to what the journal says now. The first move claims the lane.
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
    let text = RecordText(of: journal.records, after: former)
    let commit = try workspace.storeRecord(text.bytes(at: workspace.now, pushing: entry), ofRun: journal.folder.id)
    try journal.record([.moving(to: commit)])
    return PushedReference(
      commit, from: place.reference, to: place.reference, expecting: state.map { .replacing($0) } ?? .new)
  }

  func didMove(to commit: ObjectID) {
    (state, isClaimed) = (commit, true)
    journal.note(.shared(state: commit))
  }

  /// Whether the remote has that state, although the answer was an error.
  func hasArrived(_ commit: ObjectID) -> Bool {
    guard (try? workspace.head(at: place).state) == commit else { return false }
    didMove(to: commit)
    return true
  }

  /// Records for other clones that no process is at work on the run. If that fails, their users decide.
  func pause() {
    guard isClaimed, let state else { return }
    journal.note(.paused)
    guard let next = try? next().object,
      let transport = try? workspace.transport(to: place.remote),
      (try? transport.replace(place.reference, naming: state, with: next, of: place.remote, isLast: true)) != nil
    else { return }
    didMove(to: next)
  }

  /// Records that the run has ended.
  ///
  /// - Throws: `RecordTaken`; `TransportError`.
  func end(_ outcome: RunOutcome) throws {
    guard isClaimed else { return }
    let text = RecordText(of: journal.records, after: former)
    state = try workspace.replaceHead(
      at: place, in: state, with: text.bytes(at: workspace.now, ending: outcome), ofRun: journal.folder.id)
    isClaimed = false
  }

  /// Returns `error` as what it means for the record.
  func explained(_ error: TransportError) -> any Error {
    switch error {
    case .moved(_, place.reference, _, _), .tagExists(_, place.reference, _, _):
      return taken()
    case .tagExists:
      guard let head = try? workspace.head(at: place), head.state != state else { return error }
      return RecordTaken(place: place, by: head.found)
    case .declined(_, place.reference, let reason, let output):
      // A server may refuse it because another push has it at this moment. `stale info` is git's own refusal: another process
      // has moved the record.
      let head = try? workspace.head(at: place)
      if reason == "stale info" || head != nil && head?.state != state { return taken(head) }
      return Failure.recordRefused(place, reason: output.isEmpty ? reason : output)
    default: return error
    }
  }

  /// Another process has moved the reference, or the remote does not show it.
  private func taken(_ read: LaneHead? = nil) -> any Error {
    let head = read ?? (try? workspace.head(at: place))
    if case .absent? = head, state == nil { return Failure.hiddenRecord(place) }
    return RecordTaken(place: place, by: head?.found)
  }
}

/// Another process has the record of the lane.
package struct RecordTaken: ExplainedError {
  private let place: RecordPlace?
  /// Nil if it could not be read.
  let found: FoundRecord?

  package init(by found: FoundRecord) { self.init(place: found.place, by: found) }

  init(place: RecordPlace?, by found: FoundRecord?) {
    (self.place, self.found) = (place, found)
  }

  package var failure: Failure {
    guard let found, found.record.outcome == nil else {
      return Failure(
        "another run has had the lane since the plan was made"
          + (place.map { ": `\($0.reference)` on `\($0.remote)`" } ?? ""),
        hint: "run the command again for a new plan", code: .anotherRun, exit: .locked)
    }
    let verb = found.hasPushed ? "finish" : "undo"
    return Failure(
      "run \(found.record.id) has the lane, \(found.record.holder.description)",
      hint: "wait until it has ended; if its process is not at work any more, \(verb) it with "
        + "`martlet \(verb) \(found.name.shellWord)`", code: .anotherRun, exit: .locked)
  }
}

extension Failure {
  /// The remote does not accept the reference of the record.
  static func recordRefused(_ place: RecordPlace, reason: String) -> Failure {
    Failure(
      "`\(place.remote)` refuses `\(place.reference)`, which records the run: \(reason)",
      hint:
        "let the server accept `refs/martlet/*`, or set `record: none` in the Releasefile: then only the clone that began a "
        + "run can finish it", code: .pushRefused)
  }

  /// The remote has the reference, and leaves it out of its lists (`uploadpack.hideRefs` in git-config(1)).
  fileprivate static func hiddenRecord(_ place: RecordPlace) -> Failure {
    Failure(
      "`\(place.remote)` has `\(place.reference)`, which records the run, and does not show it",
      hint:
        "let the server show `refs/martlet/*`, or set `record: none` in the Releasefile: then only the clone that began a run "
        + "can finish it", code: .pushRefused)
  }

  static func recordTooLarge(_ count: Int) -> Failure {
    Failure(
      "the record of the run would have \(count) bytes, expected at most \(SharedRecord.sizeLimit)",
      hint: "write fewer or smaller files after the push")
  }
}
