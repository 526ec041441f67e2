import Git
import Lanes
import MartletCore

/// The head reference of a lane, as its remote has it.
package enum LaneHead: Sendable {
  case absent
  /// It names an object that is not a record, or cannot be read.
  case unreadable(ObjectID, Failure)
  case found(FoundRecord)

  /// The object that it names; nil without a reference.
  package var state: ObjectID? {
    switch self {
    case .absent: nil
    case .unreadable(let object, _): object
    case .found(let found): found.state
    }
  }

  package var found: FoundRecord? { if case .found(let found) = self { found } else { nil } }

  /// The open run; nil if there is none.
  package var open: FoundRecord? { found.flatMap { $0.record.outcome == nil ? $0 : nil } }

  /// The runs that have ended before `run`.
  func former(before run: RunID) -> [EndedRun] {
    guard let record = found?.record else { return [] }
    let last = record.id == run ? nil : record.outcome.map { EndedRun(run: record.id.string, outcome: $0) }
    return (record.former + [last].compactMap(\.self)).suffix(EndedRun.keptCount)
  }

  /// How `run` has ended; nil if the head does not say.
  package func ending(of run: RunID) -> RunOutcome? {
    guard let record = found?.record else { return nil }
    return record.id == run ? record.outcome : record.former.last { $0.run == run.string }?.outcome
  }
}

/// A record that was read from its remote.
package struct FoundRecord: Sendable {
  package let place: RecordPlace
  /// The commit of its state.
  package let state: ObjectID
  package let record: RunRecord
  fileprivate let lines: [JournalRecord]

  /// Whether nothing of the run is public yet: the record only says who has begun it, and what it has staged.
  package var isClaim: Bool { !record.hasOutwardEffect }
}

extension Workspace {
  /// Reads the head at `place`.
  ///
  /// - Throws: `TransportError`; `Failure.newerRecord`.
  package func head(at place: RecordPlace) throws -> LaneHead {
    let found = try transport(to: place.remote).referencesAtEachPlace([place.reference], of: place.remote)
    return try found.lazy.compactMap { $0[place.reference] }.first.map { try head(at: place, in: $0) } ?? .absent
  }

  /// Reads all heads on `remote`, in the order of their names.
  ///
  /// - Throws: `TransportError`; `Failure.newerRecord`.
  package func heads(on remote: String) throws -> [(place: RecordPlace, head: LaneHead)] {
    let found = try transport(to: remote).referencesAtEachPlace(["\(RecordPlace.prefix)*"], of: remote)
    let states = found.reduce(into: [:]) { states, place in states.merge(place) { first, _ in first } }
    return try states.sorted { $0.key < $1.key }.map { name, state in
      let place = RecordPlace(at: name, on: remote)
      return (place, try head(at: place, in: state))
    }
  }

  private func head(at place: RecordPlace, in state: ObjectID) throws -> LaneHead {
    let transport = try transport(to: place.remote)
    if try !repository.hasCommit(state) { try transport.download(place.reference, of: place.remote) }
    guard let path = RelativePath(SharedRecord.fileName), try repository.hasCommit(state),
      let bytes = try repository.contents(of: path, in: state), bytes.count <= SharedRecord.sizeLimit
    else { return .unreadable(state, .unreadableRecord(place)) }
    let text = JournalText(bytes)
    if let format = text.format, format > Journal.format {
      return .unreadable(state, .newerRecord(place, format: format))
    }
    // A journal may end in a part of a line, a record never does.
    guard !text.isDamaged, text.goodByteCount == bytes.count, let id = text.run, let record = RunRecord(id, text) else {
      return .unreadable(state, .unreadableRecord(place))
    }
    return .found(FoundRecord(place: place, state: state, record: record, lines: text.records))
  }

  /// Stores the state of a record as a commit. The same text twice is two states: of two processes that write it, one wins.
  func storeRecord(_ bytes: [UInt8], ofRun run: RunID?) throws -> ObjectID {
    guard bytes.count <= SharedRecord.sizeLimit else { throw Failure.recordTooLarge(bytes.count) }
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return try repository.storeCommit(
      ofFile: SharedRecord.fileName, holding: bytes,
      message: "Record of run \(run?.string ?? "unknown")\n\n\(number)\n", now: now)
  }

  /// Records that a run of another process has ended.
  ///
  /// - Returns: The head after it.
  /// - Throws: `RecordTaken`; `TransportError`.
  @discardableResult
  package func end(_ found: FoundRecord, as outcome: RunOutcome) throws -> LaneHead {
    try trust.check(.write, before: "recording the end of a run")
    let text = RecordText(of: found.lines, after: found.record.former)
    let bytes = try text.bytes(at: now, ending: outcome)
    return try head(
      at: found.place, in: replaceHead(at: found.place, in: found.state, with: bytes, ofRun: found.record.id))
  }

  /// Returns the lane that the message of a tag says has the record of its release; nil for none.
  package func recordedLane(ofTag name: String) throws -> String? {
    guard let tag = try repository.tag(named: name), tag.isAnnotated else { return nil }
    return try repository.message(ofTag: tag.object).flatMap { RecordedLane.lane(in: $0) }
  }

  /// Replaces a head that cannot be read, or is gone, by one without an open run.
  ///
  /// - Throws: `RecordTaken`; `TransportError`.
  package func clearHead(at place: RecordPlace, in state: ObjectID?) throws {
    try trust.check(.write, before: "recording the end of a run")
    let origin = RunOrigin(of: self)
    guard let id = RunID(beginningAt: utc) else { return }
    let lines: [JournalEvent] = [
      .begun(run: RunStart(title: place.lane), origin: origin, format: Journal.format),
      .shares(place: place, run: id.string),
      .ended(outcome: .left),
    ]
    _ = try replaceHead(at: place, in: state, with: JournalLine.bytes(of: lines.map { ($0, now) }), ofRun: id)
  }

  /// Moves the head from `state` to a commit with `bytes`, also when this process must stop.
  ///
  /// - Returns: The new state.
  /// - Throws: `RecordTaken`; `TransportError`.
  func replaceHead(at place: RecordPlace, in state: ObjectID?, with bytes: [UInt8], ofRun run: RunID) throws -> ObjectID
  {
    let new = try uninterrupted { try storeRecord(bytes, ofRun: run) }
    let transport = try transport(to: place.remote)
    var attempt = 1
    while true {
      do throws(TransportError) {
        try transport.replace(place.reference, naming: state, with: new, of: place.remote, isLast: true)
        return new
      } catch {
        // The answer may be lost.
        let head = try head(at: place)
        if head.state == new { return new }
        guard head.state == state else { throw RecordTaken(place: place, by: head.found) }
        guard attempt < error.attempts else { throw error }
        attempt += 1
      }
    }
  }
}

extension JournalText {
  /// The id of the run of a shared record; nil in other journals.
  fileprivate var run: RunID? {
    for record in records { if case .shares(_, let run) = record.event { return RunID(run) } }
    return nil
  }
}

extension Failure {
  static func unreadableRecord(_ place: RecordPlace) -> Failure {
    Failure(
      "`\(place.reference)` on `\(place.remote)` is not the record of a run that can be read",
      hint:
        "run `martlet finish` in the clone where the run began; or end the run with `martlet undo --keep`, which leaves everything "
        + "as it is", code: .journalGone)
  }

  static func newerRecord(_ place: RecordPlace, format: Int) -> Failure {
    Failure(
      "`\(place.reference)` on `\(place.remote)` has the format \(format), expected \(Journal.format) or less",
      hint: "use the version of Martlet that started the run, or a newer one", code: .newerJournal)
  }
}

extension FoundRecord {
  /// Whether the push of the release has arrived.
  package var hasPushed: Bool { !record.pushedReferences.isEmpty }

  /// What `martlet finish` names it by: its tag, otherwise its id.
  package var name: String { record.pushedTags.first ?? record.id.string }

  /// Whether a process may be at work on the run, as seen from `workspace`.
  package func isHeld(seenFrom workspace: Workspace) -> Bool {
    record.hold(seenFrom: RunOrigin(of: workspace)) == .held
  }

  /// Whether the entry of that number is one of the same step.
  package func has(_ entry: Plan.Entry) -> Bool {
    record.entries.contains { $0.number == entry.number && $0.step == entry.step }
  }
}

extension RunRecord {
  /// The references that the run has pushed, by their full names there.
  package var pushedReferences: [String: ObjectID] {
    var references: [String: ObjectID] = [:]
    for (_, progress) in progress.sorted(by: { $0.key < $1.key }) where progress.isDone {
      if case .push(_, let pushed) = progress.change { references.merge(pushed) { $1 } }
    }
    return references.filter { RefName.isValid($0.key) }
  }

  /// The first branch among them, without `refs/heads/`.
  package var pushedBranch: String? {
    pushedReferences.keys.sorted().first { $0.hasPrefix("refs/heads/") }.map {
      String($0.trimmingPrefix("refs/heads/"))
    }
  }

  /// The tags among them, without `refs/tags/`.
  package var pushedTags: [String] {
    pushedReferences.keys.sorted().filter { $0.hasPrefix("refs/tags/") }.map { String($0.trimmingPrefix("refs/tags/")) }
  }

  /// The files that the commands and archives of `entries` have built.
  package func built(by entries: [Plan.Entry]) -> Outcomes {
    let numbers = Set(entries.map(\.number))
    return progress.filter { numbers.contains($0.key) && $0.value.isDone }.mapValues(\.outcome.built)
  }
}
