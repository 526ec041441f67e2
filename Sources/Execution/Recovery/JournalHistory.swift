import Lanes
import MartletTextEditing
import MartletVersioning

/// The history of a run according to its journal.
package final class JournalHistory: RunHistory {
  private let workspace: Workspace
  private let record: RunRecord
  private let folder: RunFolder
  /// The changes that have not happened at that moment, in order.
  private var pending: [Change] = []
  /// The pushes of the stage to be planned next.
  private var pushes: [RefPush] = []
  /// Those of the branches that the stage to be planned next publishes files to.
  package private(set) var branchHeads: [RemoteBranch: ObjectID?] = [:]
  package let artifacts: [String: ArtifactContents]

  /// Starts before the first stage.
  package init(of record: RunRecord, in workspace: Workspace) {
    self.workspace = workspace
    self.record = record
    folder = RunStore(of: workspace.repository).folder(of: record.id)
    artifacts = record.keptArtifacts
    rewind(toStage: 0)
  }

  /// Moves to the moment before the stage with that number, from 0. After the last stage, it is the current state.
  package func rewind(toStage stage: Int) {
    pending = record.stages.dropFirst(stage).flatMap(\.plan.entries).compactMap { entry in
      record.progress[entry.number].flatMap { $0.isUndone ? nil : $0.change }
    }
    let entries = record.stages.dropFirst(stage).first?.plan.entries ?? []
    pushes = entries.compactMap { entry in
      if case .pushRefs(let push) = entry.effect { push } else { nil }
    }
    branchHeads = [:]
    for case .publishTree(let publication) in entries.map(\.effect) {
      branchHeads[publication.branch] = .some(publication.base)
    }
  }

  package var releasedTags: Set<String> {
    Set(
      record.entries.compactMap { entry in
        if case .release(.openDraft(let draft)) = entry.effect { draft.release.tag } else { nil }
      })
  }

  /// Returns the first change of the file at `path`, which has the original contents.
  private func replacement(of path: RelativePath) -> FileReplacement? {
    for case .file(let file) in pending where file.path == path { return file }
    return nil
  }

  private var moves: [CommitMove] {
    pending.compactMap { change in
      if case .commit(let move) = change { move } else { nil }
    }
  }

  package var time: Int64 { record.origin.time }

  package var head: HeadState? {
    moves.first.map { $0.isDetached == true ? .detached($0.parent) : .branch($0.branch, $0.parent) }
  }

  package var laterCommitCount: Int { moves.count }

  package var createdPaths: Set<RelativePath> {
    Set(
      pending.compactMap { change in
        if case .file(let file) = change, file.before == nil { file.path } else { nil }
      })
  }

  package func hasChanged(_ path: RelativePath) -> Bool { replacement(of: path) != nil }

  package func contents(of path: RelativePath) throws -> HistoricalContents {
    guard let file = replacement(of: path) else { return .asNow }
    guard let before = file.before else { return .absent }
    if try workspace.disk.contents(at: path).map(ContentDigest.init) == before { return .asNow }
    guard let bytes = folder.copy(of: .file, before: file.entry, expecting: before) else {
      throw ExecutionError.lostCopy(path.string)
    }
    return .bytes(bytes)
  }

  package func isLater(tag name: String, naming target: ObjectID) -> Bool {
    pending.contains { if case .tag(name, _) = $0 { true } else { false } }
  }

  /// As planned; the push itself reads the remote.
  package func trackedHead(of destination: PushDestination, now: ObjectID?) -> ObjectID? {
    for push in pushes where push.remote == destination.remote {
      if let ref = push.refs.first(where: { $0.destination == destination.ref }) { return ref.expected }
    }
    return now
  }
}

extension RunRecord {
  /// The artifacts that the run has copies of, by their paths.
  fileprivate var keptArtifacts: [String: ArtifactContents] {
    var artifacts: [String: ArtifactContents] = [:]
    for entry in entries {
      guard let progress = progress[entry.number], progress.isDone else { continue }
      if case .release(.keepArtifact(let artifact)) = entry.effect { artifacts[artifact.path] = artifact.contents }
      for artifact in progress.artifacts ?? [] { artifacts[artifact.path] = artifact.contents }
    }
    return artifacts
  }
}
