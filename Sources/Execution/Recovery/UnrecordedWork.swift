import Git
import Lanes
import MartletTextEditing
import MartletVersioning

/// A commit with the files of a run, or with a tag that it made, that its journal does not contain: the last lines are
/// lost, or the user committed the files. If the run is done, the user did.
package struct UnrecordedWork {
  /// Whether it is public.
  package enum Publicity {
    case local
    /// It is on this remote or branch, such as `tag 1.5.0 on origin`.
    case seen(String)
    /// The remote could not be read.
    case unknown(any Error)
  }

  package let commit: ObjectID
  /// The names of the tags at the commit.
  package let tags: [String]
  package let publicity: Publicity

  /// Whether `git reset` undoes it: it is in no other repository, and no tag has it.
  package var isPrivate: Bool { if case .local = publicity { tags.isEmpty } else { false } }

  /// Searches the checked-out commit for the files that the run wrote, and for a tag that a run made since this one
  /// began.
  ///
  /// - Returns: Nil when nothing is found, or the journal of a run that has not ended contains the last stage.
  init?(of record: RunRecord, _ items: [RunAssessment.Item], in workspace: Workspace) {
    guard !record.isUndoing, record.isKept, let head = try? workspace.head().commit else { return nil }
    if record.outcome == .done {
      guard let commit = try? Self.commit(with: items, before: head, in: workspace) else { return nil }
      self.init(commit: commit, tags: [], in: workspace)
      return
    }
    guard record.outcome == nil, record.stages.last?.isLast != true else { return nil }
    let known = items.compactMap { item -> String? in
      if case .createTag(let tag) = item.entry.effect { tag.name } else { nil }
    }
    let traces = (try? workspace.planTraces(at: head)) ?? []
    let made = traces.filter { trace in
      trace.time >= record.origin.time && !known.contains(trace.tag) && !workspace.hasDoneRun(of: trace)
    }
    guard !made.isEmpty || Self.commits(head, items, in: workspace) else { return nil }
    self.init(commit: head, tags: made.map { $0.tag }, in: workspace)
  }

  private init(commit: ObjectID, tags: [String], in workspace: Workspace) {
    (self.commit, self.tags) = (commit, tags)
    publicity = Self.publicity(of: commit, tags, in: workspace)
  }

  /// Returns the commit that brought the files of the run to `head`; nil if they are not there.
  private static func commit(
    with items: [RunAssessment.Item], before head: ObjectID, in workspace: Workspace
  ) throws -> ObjectID? {
    var commit = head
    guard commits(commit, items, in: workspace) else { return nil }
    while let parent = try workspace.repository.commit(commit).parents.first {
      guard commits(parent, items, in: workspace) else { return commit }
      commit = parent
    }
    return nil
  }

  /// Returns whether `commit` contains every file that the run wrote and, according to the journal, did not commit.
  private static func commits(
    _ commit: ObjectID, _ items: [RunAssessment.Item], in workspace: Workspace
  ) -> Bool {
    let files = uncommittedFiles(of: items)
    return !files.isEmpty
      && files.values.allSatisfy { file in
        (try? workspace.commit(commit, holds: .bytes(file.after), at: file.path)) == true
      }
  }

  /// The files that the run wrote and, according to the journal, did not commit.
  private static func uncommittedFiles(of items: [RunAssessment.Item]) -> [RelativePath: FileReplacement] {
    var files: [RelativePath: FileReplacement] = [:]
    for item in items where item.isJournalled {
      switch item.change {
      case .file(let file): files[file.path] = file
      case .commit(let move): for path in move.paths { files[path] = nil }
      case .nothing, .export, .exportInto, .tag, .push, .outwardCommand, .release, .announcement, .package, .tree: break
      }
    }
    return files
  }

  private static func publicity(of commit: ObjectID, _ tags: [String], in workspace: Workspace) -> Publicity {
    do {
      for (name, tip) in try workspace.repository.remoteBranches()
      where try workspace.repository.isAncestor(commit, of: tip) {
        return .seen("commit \(commit.short) in \(name)")
      }
      for remote in try workspace.repository.remoteNames() {
        let heads = try workspace.repository.head().reference
        let names = tags.map { "refs/tags/\($0)" } + (heads == "HEAD" ? [] : [heads])
        let found = try workspace.transport(to: remote).references(names, of: remote)
        if let tag = tags.first(where: { found["refs/tags/\($0)"] != nil }) { return .seen("tag \(tag) on \(remote)") }
        if found[heads] == commit { return .seen("commit \(commit.short) on \(remote)") }
      }
      return .local
    } catch {
      return .unknown(error)
    }
  }
}

extension UnrecordedWork: CustomStringConvertible {
  package var description: String {
    (["commit \(commit.short)"] + tags.map { "tag \($0)" }).joined(separator: ", ")
  }
}

extension Workspace {
  fileprivate func hasDoneRun(of trace: PlanTrace) -> Bool {
    if case .some(.some) = try? doneRun(that: trace) { true } else { false }
  }
}
