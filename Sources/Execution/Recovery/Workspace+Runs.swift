import Lanes

extension Workspace {
  /// What the journals of this repository say, the newest run first; those that cannot be read are left out.
  package func runs() throws(ExecutionError) -> [RunRecord] {
    let store = RunStore(of: repository)
    return try store.ids().compactMap { try? store.record(of: $0) }
  }

  /// The run that has not ended; nil when all have.
  package func unfinishedRun() throws(ExecutionError) -> RunRecord? {
    try RunStore(of: repository).unfinished()
  }

  /// That a run could begin now.
  ///
  /// - Throws: `ExecutionError.locked` while another one is under way, `.unfinished` when one has not ended.
  package func checkThatNoRunIsOpen() throws(ExecutionError) {
    let lock = try RunLock(in: repository.commonDirectory, holder: "")
    defer { lock.release() }
    if let unfinished = try unfinishedRun() { throw .unfinished(unfinished.id, unfinished.start) }
  }

  /// The run that is called `name`, which is its id or the end of it.
  ///
  /// - Throws: `ExecutionError.noSuchRun`, also when several ids end so; what keeps its journal from being read.
  package func run(named name: String) throws(ExecutionError) -> RunRecord {
    let store = RunStore(of: repository)
    let found = try store.ids().filter { !name.isEmpty && $0.string.hasSuffix(name) }
    guard let id = found.first, found.count == 1 else { throw .noSuchRun(name) }
    return try store.record(of: id)
  }
}
