import Lanes
import MartletCore

extension Workspace {
  /// Returns the records of all runs of this repository, newest first; unreadable journals are left out.
  package func runs() throws(ExecutionError) -> [RunRecord] {
    let store = RunStore(of: repository)
    return try store.ids().compactMap { try? store.record(of: $0) }
  }

  /// Returns the run that has not ended; nil when all have.
  package func unfinishedRun() throws(ExecutionError) -> RunRecord? {
    try RunStore(of: repository).unfinished()
  }

  /// Returns the unfinished run, or else the last one, without the steps of `on_error` and `finally`.
  package func lastRun() throws(ExecutionError) -> RunRecord? {
    if let unfinished = try unfinishedRun() { return unfinished }
    return try runs().first { $0.start.part == .main }
  }

  /// Returns how the run of this clone with that id has ended; nil if it has not, or there is none.
  package func outcome(of id: RunID) throws(ExecutionError) -> RunOutcome? {
    let store = RunStore(of: repository)
    return try store.ids().contains(id) ? store.record(of: id).outcome : nil
  }

  package func announcedChannels(ofTag tag: String) throws -> [String: String] {
    var channels: [String: String] = [:]
    for record in try runs() where record.outcome != nil {
      for case .postMessage(let announcement) in record.doneEntries.map(\.effect) where announcement.tag == tag {
        channels[announcement.name] = channels[announcement.name] ?? record.id.string
      }
    }
    return channels
  }

  /// Checks that a run can begin now.
  ///
  /// - Throws: `ExecutionError.locked` while another one is under way, `.unfinished` when one has not ended.
  package func checkThatNoRunIsOpen() throws(ExecutionError) {
    let lock = try RunLock(in: repository.commonDirectory, holder: "")
    defer { lock.release() }
    if let unfinished = try unfinishedRun() { throw .unfinished(unfinished.id, unfinished.start) }
  }

  /// Checks that no run has stopped before its end. A run that another process is performing is accepted.
  ///
  /// - Throws: `ExecutionError.unfinished`.
  package func checkThatNoRunHasStopped() throws(ExecutionError) {
    if let unfinished = try unfinishedRun(), try worker() == nil { throw .unfinished(unfinished.id, unfinished.start) }
  }

  /// Returns the process that is performing the run of this clone that has not ended, as it calls itself; nil for none.
  ///
  /// - Throws: The reason why the lock cannot be read.
  package func worker() throws(ExecutionError) -> String? {
    // Without a run, no lock file is created.
    guard try unfinishedRun() != nil else { return nil }
    do {
      try RunLock(in: repository.commonDirectory, holder: "").release()
    } catch .locked(let holder) {
      return holder
    }
    return nil
  }

  /// Returns the run `name`, which is its ID or the end of it.
  ///
  /// - Throws: `ExecutionError.noSuchRun`, also when several IDs match; the reason why its journal cannot be read.
  package func run(named name: String) throws(ExecutionError) -> RunRecord {
    let store = RunStore(of: repository)
    let found = try store.ids().filter { !name.isEmpty && $0.string.hasSuffix(name) }
    guard let id = found.first, found.count == 1 else { throw .noSuchRun(name) }
    return try store.record(of: id)
  }
}

extension ExecutionError {
  static func noSuchRun(_ name: String) -> ExecutionError {
    .failed(Failure("no run `\(name)`", hint: "list them with `martlet status --all`"))
  }
}
