import TextEditing

extension Draft {
  /// The drafts that the run opens, in order.
  package var releaseDrafts: [ReleaseDraft] {
    releaseEffects.compactMap { if case .openDraft(let draft) = $0 { draft } else { nil } }
  }

  /// The releases that the run publishes, in order.
  package var publications: [ReleasePublication] {
    releaseEffects.compactMap { if case .publishRelease(let publication) = $0 { publication } else { nil } }
  }

  /// The assets that the run uploads to `draft`, in order.
  package func assets(of draft: ReleaseDraft) -> [Artifact] {
    releaseEffects.compactMap { effect in
      if case .uploadAsset(let artifact, to: draft) = effect { artifact } else { nil }
    }
  }

  private var releaseEffects: [ReleaseEffect] {
    progress.effects[progress.droppedCount...].compactMap { if case .release(let effect) = $0 { effect } else { nil } }
  }

  /// The push of the run that sends the tag of that name; nil if none does.
  package func push(ofTag name: String) -> RefPush? {
    for case .pushRefs(let push) in progress.effects[progress.droppedCount...].reversed()
    where push.refs.contains(where: { $0.destination == "refs/tags/\(name)" }) {
      return push
    }
    return nil
  }

  /// The output `name` of the step called `id`; nil if the step has none.
  package func output(_ name: String, ofStep id: String) -> String? { progress.outputs[id]?[name] }

  /// The archives that the run exports, as paths from the root, with their checksum files.
  package var exportedArchives: [String] {
    progress.effects[progress.droppedCount...].flatMap(\.exportedFiles)
  }

  /// Whether a command of the plan has not run yet, so that the files that it writes are unknown.
  package var awaitsCommand: Bool {
    progress.effects[progress.performedCount...].contains { if case .runCommand = $0 { true } else { false } }
  }

  /// The archives that are planned and not written yet.
  package var awaitedArchives: [String] { progress.effects[progress.performedCount...].flatMap(\.exportedFiles) }

  /// The file at `path` when it becomes an asset.
  package func artifact(at path: String) throws -> ArtifactState {
    for effect in progress.effects[progress.performedCount...].reversed() {
      if case .writeFile(let write) = effect, write.path.string == path {
        return .known(ArtifactContents(size: write.contents.count, digest: write.digestAfter))
      }
      if effect.exportedFiles.contains(path) { return .awaited }
    }
    if let contents = try workspace.artifact(at: path) { return .known(contents) }
    return awaitsCommand ? .awaited : .missing
  }
}

/// The known properties of a file that becomes an asset.
package enum ArtifactState: Hashable, Sendable {
  case known(ArtifactContents)
  /// An earlier entry of the plan writes it.
  case awaited
  case missing
}

extension Effect {
  /// The files that an export writes, without those in folders.
  fileprivate var exportedFiles: [String] {
    guard case .writeArchive(let write) = self, case .file(let path) = write.destination else { return [] }
    return write.terms.hasChecksum ? [path, "\(path).sha256"] : [path]
  }
}
