import Lanes
import MartletCore

/// Entries that are performed together. A batch of file writes stages all files before it puts the first one in place;
/// any other entry is a batch by itself.
struct EntryBatch {
  private var entries: [Plan.Entry]

  /// Returns the batches of `entries` in order; consecutive writes of different files form one batch.
  static func batches(of entries: [Plan.Entry], on disk: Disk) -> [EntryBatch] {
    var batches: [EntryBatch] = []
    var destinations: Set<RelativePath> = []
    for entry in entries {
      let destination: RelativePath? =
        if case .writeFile(let write) = entry.effect { try? disk.destination(of: write.path) } else { nil }
      // A second write of the same file, even through a link, needs the result of the first.
      if let destination, batches.last?.writesFiles == true, destinations.insert(destination).inserted {
        batches[batches.count - 1].entries.append(entry)
      } else {
        batches.append(EntryBatch(entries: [entry]))
        destinations = Set([destination].compactMap(\.self))
      }
    }
    return batches
  }

  /// Whether it is an announcement, whose failure does not stop the announcements after it.
  var isAnnouncement: Bool {
    if case .postMessage = entries.first?.effect { true } else { false }
  }

  /// The entry if others see its effect and it is not a push; nil for others.
  var outwardEntry: Plan.Entry? {
    guard let entry = entries.first, entry.effect.isOutward else { return nil }
    if case .pushRefs = entry.effect { return nil }
    return entry
  }

  private var writesFiles: Bool {
    if case .writeFile = entries.first?.effect { true } else { false }
  }

  /// Performs the entries. Their changes are in the journal before the first one begins, and their completion before
  /// the next batch.
  ///
  /// - Throws: `EntryFailure`; `receipt` then lists what may have been changed.
  func perform(in workspace: Workspace, _ receipt: inout Receipt) throws(EntryFailure) {
    var prepared: [(entry: Plan.Entry, effect: any PreparedEffect)] = []
    for entry in entries {
      receipt.run.entry = entry.number
      try at(entry) {
        try workspace.checkForInterruption()
        receipt.run.reporter.willPerform(entry)
        prepared.append((entry, try entry.effect.performer.prepare(in: workspace, receipt.run)))
      }
    }
    guard let first = entries.first else { return }
    try at(first) {
      try receipt.journal.folder.synchronise(prepared.compactMap(\.effect.copy))
      try receipt.journal.record(
        prepared.lazy.map { JournalEvent.intended(entry: $0.entry.number, change: $0.effect.change) })
    }
    if first.effect.value.isAnnounced { try at(first) { try receipt.run.moveRecord() } }
    for (entry, effect) in prepared { receipt.begin(entry, effect.change) }
    for index in prepared.indices {
      try at(prepared[index].entry) { try prepared[index].effect.stage() }
    }
    try synchroniseStaged(prepared)
    for index in prepared.indices {
      let entry = prepared[index].entry
      receipt.run.entry = entry.number
      receipt.run.willSend = { [journal = receipt.journal] in try journal.record([.sending(entry: entry.number)]) }
      do throws(EntryFailure) {
        try at(entry) { try prepared[index].effect.perform(&receipt.run) }
      } catch {
        if receipt.takeKnownChange() == nil { receipt.dropAttempt() }
        throw error
      }
      receipt.run.note(receipt.takeKnownChange() ?? prepared[index].effect.change)
      receipt.finish(entry.number)
    }
    DiskSync.wait(forNamesIn: Set(prepared.compactMap(\.effect.changedFolder)))
    try recordDone(receipt)
    guard case .runCommand = first.effect else { return }
    try at(first) {
      try workspace.repository.readSettings()
      try receipt.run.expectation?.check(in: workspace)
    }
  }

  /// Waits until the disk has every staged file.
  private func synchroniseStaged(
    _ prepared: [(entry: Plan.Entry, effect: any PreparedEffect)]
  ) throws(EntryFailure) {
    let staged = prepared.compactMap { entry, effect in effect.stagedFile.map { (entry: entry, file: $0) } }
    let failures = DiskSync.failures(ofWaitingForFilesAt: staged.map(\.file.temporary))
    for (staged, failure) in zip(staged, failures) {
      guard let failure else { continue }
      try at(staged.entry) { throw staged.file.removed(after: failure) }
    }
  }

  /// What is public stays public even if the journal cannot be written: the remote is read again later.
  private func recordDone(_ receipt: Receipt) throws(EntryFailure) {
    let run = receipt.run
    let events = entries.lazy.map { entry in
      var outcome = run.outcomes[entry.number] ?? Outcome()
      if run.secretOutputs.contains(entry.number) { outcome.output = nil }
      return JournalEvent.done(entry: entry.number, outcome: outcome)
    }
    guard let last = entries.last else { return }
    if last.effect.isOutward { return events.forEach(receipt.journal.note) }
    try at(last) { try receipt.journal.record(events) }
  }

  private func at(_ entry: Plan.Entry, _ work: () throws -> Void) throws(EntryFailure) {
    do {
      try work()
    } catch {
      throw EntryFailure(entry: entry, underlying: error)
    }
  }
}

/// Why an entry was not done.
struct EntryFailure: Error {
  let entry: Plan.Entry
  let underlying: any Error
}
