import Git
import Lanes
import MartletCore
import SystemAPI

/// A record that was read from its remote.
package struct FoundRecord: Sendable {
  package let place: RecordPlace
  /// The commit of its state.
  package let state: ObjectID
  package let record: RunRecord
  fileprivate let bytes: [UInt8]

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
    guard !text.isDamaged, let id = text.run, var record = RunRecord(id, text) else {
      throw Failure.unreadableRecord(place)
    }
    record.moveToOtherClone()
    return FoundRecord(place: place, state: state, record: record, bytes: bytes)
  }

  /// Returns where the run stands; nil if no other clone can know of it.
  ///
  /// - Throws: `TransportError`; `Failure.unreadableRecord`.
  package func sharedState(of record: RunRecord) throws -> SharedState? {
    guard let place = record.place, !record.ownStates.isEmpty else { return nil }
    guard let found = try foundRecord(at: place) else { return record.isShared ? .gone : .own(nil) }
    return record.ownStates.contains(found.state) ? .own(found.state) : .moved(found)
  }

  /// Makes the run of `found` one of this clone, which then can be resumed here.
  ///
  /// - Parameter isForced: Whether the user said that the other process is not at work any more.
  /// - Throws: `RecordTaken` while another process may be at work on it; `ExecutionError.locked`.
  package func adopt(_ found: FoundRecord, isForced: Bool) throws -> RunRecord {
    try trust.check(.write, before: "writing the journal")
    let here = RunOrigin(of: self)
    guard isForced || found.record.hold(seenFrom: here) == .free else {
      throw RecordTaken(place: found.place, by: found)
    }
    let lock = try RunLock(
      in: repository.commonDirectory, holder: "adopting run \(found.record.id), process \(getpid())")
    defer { lock.release() }
    let store = RunStore(of: repository)
    let id = found.record.id
    // This clone may have begun the run, and another one has resumed it.
    let isKnown = try store.ids().contains(id)
    let folder = try isKnown ? store.folder(of: id) : store.makeFolder(of: id)
    try folder.replaceJournal(with: found.bytes)
    let journal = try Journal(at: folder.journalPath, after: JournalText(found.bytes))
    try journal.append(
      [.moving(to: found.state), .shared(state: found.state), .adopted(origin: here)], at: now)
    return try store.record(of: id)
  }
}

extension RunFolder {
  fileprivate func replaceJournal(with bytes: [UInt8]) throws(ExecutionError) {
    let temporary = "\(journalPath).new"
    unlink(temporary)
    do throws(SystemError) {
      try Disk.create(temporary, holding: bytes)
      try DiskSync.wait(forFilesAt: [temporary], andNamesIn: [])
      guard rename(temporary, journalPath) == 0 else { throw .last }
    } catch {
      throw .cannotWrite(journalPath, code: error.code)
    }
    DiskSync.wait(forNamesIn: [path])
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
  /// The commit from which the run has begun, if `workspace` does not have it.
  package func missingStart(in workspace: Workspace) throws -> ObjectID? {
    guard let commit = record.expectation?.head.commit, try !workspace.repository.hasCommit(commit) else { return nil }
    return commit
  }

  /// Whether a process may be at work on the run, as seen from `workspace`.
  package func isHeld(seenFrom workspace: Workspace) -> Bool {
    record.hold(seenFrom: RunOrigin(of: workspace)) == .held
  }
}

extension RunRecord {
  /// The last commit that the run has made; nil for none.
  package var lastCommit: ObjectID? {
    for entry in entries.reversed() {
      if case .commit(let move) = progress[entry.number]?.change { return move.commit }
    }
    return nil
  }

  /// The references that the run has pushed, by their full names there.
  package var pushedReferences: [String: ObjectID] {
    var references: [String: ObjectID] = [:]
    for (_, progress) in progress.sorted(by: { $0.key < $1.key }) where progress.isDone {
      if case .push(_, let pushed) = progress.change { references.merge(pushed) { $1 } }
    }
    return references
  }

  /// Whether what is left reads the project: a later stage, or an entry that does more than send what is recorded.
  package var needsCommit: Bool {
    let open = entries.filter { progress[$0.number]?.isDone != true }
    return stages.last?.isLast != true || open.aspects.contains(.project)
  }
}
