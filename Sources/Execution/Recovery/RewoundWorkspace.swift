import Lanes
import TextEditing
import Versioning

/// The world as it was before a stage of a run, so that its lane can be planned again from there: what the run has
/// changed since is looked up in its journal, everything else is as it is now.
package final class RewoundWorkspace: WorkspaceReading {
  private let workspace: Workspace
  private let record: RunRecord
  private let folder: RunFolder
  /// The changes that have not happened yet, in order.
  private var pending: [Change] = []
  /// The pushes of the stage that is planned next.
  private var pushes: [RefPush] = []

  package init(_ workspace: Workspace, before record: RunRecord) {
    self.workspace = workspace
    self.record = record
    folder = RunStore(of: workspace.repository).folder(of: record.id)
    rewind(toStage: 0)
  }

  /// Goes to the moment before the stage with that number, from 0; behind the last one it is now.
  package func rewind(toStage stage: Int) {
    pending = record.stages.dropFirst(stage).flatMap(\.plan.entries).compactMap { entry in
      record.progress[entry.number].flatMap { $0.isTakenBack ? nil : $0.change }
    }
    pushes =
      record.stages.dropFirst(stage).first?.plan.entries.compactMap { entry in
        if case .pushRefs(let push) = entry.effect { push } else { nil }
      } ?? []
  }

  /// The first change of the file at `path`, which knows what it held.
  private func replacement(of path: RelativePath) -> FileReplacement? {
    for case .file(let file) in pending where file.path == path { return file }
    return nil
  }

  private var moves: [CommitMove] {
    pending.compactMap { change in
      if case .commit(let move) = change { move } else { nil }
    }
  }

  package func source(at path: RelativePath) throws -> SourceText? {
    guard let file = replacement(of: path) else { return try workspace.source(at: path) }
    guard let before = file.before else { return nil }
    if try workspace.disk.contents(at: path).map(ContentDigest.init) == before { return try workspace.source(at: path) }
    guard let bytes = folder.copy(of: .file, before: file.entry, expecting: before) else {
      throw ExecutionError.lostCopy(path.string)
    }
    do {
      return try SourceText(path: path, fileBytes: bytes)
    } catch {
      throw ExecutionError.notText(path.string, error)
    }
  }

  package func byteCount(at path: RelativePath) throws -> Int? {
    replacement(of: path) == nil ? try workspace.byteCount(at: path) : try source(at: path)?.fileBytes.count
  }

  package func filePaths() throws -> [RelativePath] {
    let created = Set(
      pending.compactMap { change in
        if case .file(let file) = change, file.before == nil { file.path } else { nil }
      })
    return try workspace.filePaths().filter { !created.contains($0) }
  }

  package func filePaths(below folder: RelativePath) throws -> [RelativePath] {
    try workspace.filePaths(below: folder)
  }

  package func isIgnored(_ path: RelativePath) throws -> Bool { try workspace.isIgnored(path) }

  package func head() throws -> HeadState {
    guard let first = moves.first else { return try workspace.head() }
    return .branch(first.branch, first.parent)
  }

  package func changes() throws -> [FileChange] {
    try workspace.changes().filter { replacement(of: $0.path) == nil }
  }

  package func tags() throws -> [String: ObjectID] {
    var tags = try workspace.tags()
    for case .tag(let name, _) in pending { tags[name] = nil }
    return tags
  }

  package func tag(named name: String) throws -> ExistingTag? {
    let isOwn = pending.contains { if case .tag(name, _) = $0 { true } else { false } }
    return isOwn ? nil : try workspace.tag(named: name)
  }

  package func tagGap() throws -> TagGap? { try workspace.tagGap() }

  package func remoteNames() throws -> [String] { try workspace.remoteNames() }

  package func remoteAddresses() throws -> [String] { try workspace.remoteAddresses() }

  package func pushDestination(of branch: String) throws -> PushDestination? {
    try workspace.pushDestination(of: branch)
  }

  /// As the plan has it: where the remote is now is the push's to find out.
  package func trackedHead(of destination: PushDestination) throws -> ObjectID? {
    for push in pushes where push.remote == destination.remote {
      if let ref = push.refs.first(where: { $0.destination == destination.ref }) { return ref.expected }
    }
    return try workspace.trackedHead(of: destination)
  }

  package var pushesAtomically: Bool {
    pushes.isEmpty ? workspace.pushesAtomically : pushes.contains(where: \.isAtomic)
  }

  package func distanceFromUpstream(of branch: String) throws -> UpstreamDistance? {
    try workspace.distanceFromUpstream(of: branch).map {
      UpstreamDistance(upstream: $0.upstream, ahead: max(0, $0.ahead - moves.count), behind: $0.behind)
    }
  }

  package func commitCount() throws -> Int? { try workspace.commitCount().map { $0 - moves.count } }

  package func unfinishedOperation() throws -> String? { try workspace.unfinishedOperation() }

  package func archiveSource(of revision: String) throws -> ArchiveWrite.Source {
    if revision == "HEAD", let first = moves.first { return .commit(.existing(first.parent)) }
    return try workspace.archiveSource(of: revision)
  }

  package func secret(printedBy words: [String]) throws -> Secret { try workspace.secret(printedBy: words) }

  package var environment: [String: String] { workspace.environment }

  package var today: String { workspace.calendar(at: record.origin.time).day }

  package var minute: String { workspace.calendar(at: record.origin.time).minute }

  package var folderName: String { workspace.folderName }
}
