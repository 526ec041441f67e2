import Git
import Lanes
import MartletCore
import SystemAPI

extension Workspace {
  /// Makes what is left of the release of `found` a run of this clone, by a plan of this clone. Of the record only counts which
  /// entries are done, and which files commands have built; what git or a server shows is looked up.
  ///
  /// - Throws: `Failure.otherPlan` if the commit, the tags or the push are not those of the plan; `ExecutionError.locked`.
  package func adopt(_ found: FoundRecord, as start: RunStart, planned stages: [PlannedStage]) throws -> RunRecord {
    try trust.check(.write, before: "writing the journal")
    let here = RunOrigin(of: self)
    let lock = try RunLock(
      in: repository.commonDirectory, holder: "finishing run \(found.record.id), process \(getpid())")
    defer { lock.release() }
    let store = RunStore(of: repository)
    let id = found.record.id
    // This clone may have begun the run, and another one has resumed it.
    let isKnown = try store.ids().contains(id)
    guard try !isKnown || store.record(of: id).outcome == nil else { throw Failure.unreadableRecord(found.place) }
    var run = RunState(in: store.folder(of: id))
    let done = try stages.flatMap(\.plan.entries).flatMap { try events(of: $0, in: found, &run) }
    // A process that was killed may have left one without a journal.
    if !isKnown { store.folder(of: id).remove() }
    let folder = try isKnown ? store.folder(of: id) : store.makeFolder(of: id)
    let all: [JournalEvent] =
      [.begun(run: start, origin: here, format: Journal.format), .shares(place: found.place, run: id.string)]
      + stages.map { .planned(stage: $0) } + done
      + [.moving(to: found.state), .shared(state: found.state), .adopted(origin: here)]
    try folder.replaceJournal(with: JournalLine.bytes(of: all.map { ($0, now) }))
    return try store.record(of: id)
  }

  /// Returns what is known of an entry of the plan of this clone.
  private func events(of entry: Plan.Entry, in found: FoundRecord, _ run: inout RunState) throws -> [JournalEvent] {
    run.entry = entry.number
    let progress = found.record.progress[entry.number]
    guard found.has(entry), let progress, !progress.isUndone else { return [] }
    var (change, outcome) = (Change.nothing, progress.outcome.built)
    switch entry.effect {
    case .createCommit, .createTag, .pushRefs:
      guard progress.isDone else { return [] }
      if case .createTag(let tag) = entry.effect { try createTag(tag.name, asOn: found.place.remote) }
      guard let made = try entry.effect.performer.isPerformed(in: self, run) else {
        throw Failure.otherPlan(entry, of: found)
      }
      run.note(made)
      change = made
    case .runCommand(let command): change = command.isOutward ? .outwardCommand(command.line) : .nothing
    case .postMessage(let announcement):
      let time = max(0, min(progress.time, Workspace.clock))
      let attempt = AnnouncementPerformer(announcement: announcement).attempt(run, at: time)
      change = .announcement(attempt)
      // The service says where the post is. Without that, the run can still be finished.
      if progress.isDone { outcome.post = try? attempt.address(in: self) }
    case .writeFile, .keepArtifact, .writeArchive, .signFile, .showMessage: break
    default: return []
    }
    let done = JournalEvent.done(entry: entry.number, outcome: outcome)
    return [.intended(entry: entry.number, change: change)] + (progress.isDone ? [done] : [])
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

extension Failure {
  /// The plan of this clone is not that of the run.
  fileprivate static func otherPlan(_ entry: Plan.Entry, of found: FoundRecord) -> Failure {
    Failure("run \(found.record.id) has not done what the lane plans here: \(entry.effect.summary.phrase)")
  }
}
