import Git
import Lanes
import MartletCore

/// A record that was read from its remote.
package struct FoundRecord: Sendable {
  package let place: RecordPlace
  /// The commit of its state.
  package let state: ObjectID
  package let record: RunRecord

  /// Whether nothing of the run is public yet: the record only says who has begun it, and which drafts it has made.
  package var isClaim: Bool { !record.hasOutwardEffect }
}

/// Where a run stands according to its shared record.
package enum SharedState: Sendable {
  /// No other clone has moved it; nil: there is none.
  case own(ObjectID?)
  /// Another clone has resumed the run, or another run has begun.
  case moved(FoundRecord)
  /// It was there and is not any more: the run was finished or undone in another clone.
  case gone
}

extension Workspace {
  /// Reads the record at `place`; nil if there is none.
  ///
  /// - Throws: `TransportError`; `Failure.unreadableRecord`.
  package func foundRecord(at place: RecordPlace) throws -> FoundRecord? {
    let found = try transport(to: place.remote).referencesAtEachPlace([place.reference], of: place.remote)
    return try found.lazy.compactMap { $0[place.reference] }.first.map { try record(at: place, in: $0) }
  }

  /// Returns where the records of the lanes are on `remote`, in the order of their names.
  ///
  /// - Throws: `TransportError`.
  package func recordPlaces(on remote: String, as form: RecordForm) throws -> [RecordPlace] {
    let found = try transport(to: remote).referencesAtEachPlace(["\(form.prefix)*"], of: remote)
    return Set(found.flatMap(\.keys)).sorted().map { RecordPlace(at: $0, on: remote) }
  }

  private func record(at place: RecordPlace, in state: ObjectID) throws -> FoundRecord {
    let transport = try transport(to: place.remote)
    if try !repository.hasCommit(state) { try transport.download(place.reference, of: place.remote) }
    guard let path = RelativePath(SharedRecord.fileName),
      let bytes = try repository.contents(of: path, in: state), bytes.count <= SharedRecord.sizeLimit
    else { throw Failure.unreadableRecord(place) }
    let text = JournalText(bytes)
    if let format = text.format, format > Journal.format { throw Failure.newerRecord(place, format: format) }
    guard !text.isDamaged, let id = text.run, let record = RunRecord(id, text) else {
      throw Failure.unreadableRecord(place)
    }
    return FoundRecord(place: place, state: state, record: record)
  }

  /// Returns where the run stands; nil if no other clone can know of it.
  ///
  /// - Throws: `TransportError`; `Failure.unreadableRecord`.
  package func sharedState(of record: RunRecord) throws -> SharedState? {
    guard let place = record.place, !record.ownStates.isEmpty else { return nil }
    guard let found = try foundRecord(at: place) else { return record.isShared ? .gone : .own(nil) }
    return record.ownStates.contains(found.state) ? .own(found.state) : .moved(found)
  }

  /// Removes the record, unless it has moved.
  ///
  /// - Throws: `RecordTaken`; `TransportError`.
  package func remove(_ found: FoundRecord) throws { try removeRecord(at: found.place, in: found.state) }

  func removeRecord(at place: RecordPlace, in state: ObjectID) throws {
    let transport = try transport(to: place.remote)
    var attempt = 1
    while true {
      do throws(TransportError) {
        return try transport.replace(place.reference, naming: state, with: nil, of: place.remote, isLast: true)
      } catch {
        // The answer may be lost.
        guard let found = try foundRecord(at: place) else { return }
        guard found.state == state else { throw RecordTaken(place: place, by: found) }
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
        "see what it holds with `git ls-remote \(place.remote) \(place.reference)`; without it, the run is unknown here",
      code: .journalGone)
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

  /// The files that the commands and archives of `entries` have built.
  package func built(by entries: [Plan.Entry]) -> Outcomes {
    let numbers = Set(entries.map(\.number))
    return progress.filter { numbers.contains($0.key) && $0.value.isDone }.mapValues(\.outcome.built)
  }
}
