import MartletCore

extension Draft {
  /// The drafts that the run opens, in order.
  package var releaseDrafts: [ReleaseDraft] {
    ownEffects.compactMap { if case .openDraft(let draft) = $0 { draft } else { nil } }
  }

  /// The releases that the run publishes, in order.
  package var publications: [ReleasePublication] {
    ownEffects.compactMap { if case .publishRelease(let publication) = $0 { publication } else { nil } }
  }

  /// The assets that the run uploads to `draft`, in order.
  package func assets(of draft: ReleaseDraft) -> [Artifact] {
    ownEffects.compactMap { effect in
      if case .uploadAsset(let artifact, to: draft) = effect { artifact } else { nil }
    }
  }

  /// The files that the run signs, in order.
  package var signedFiles: [Artifact] {
    ownEffects.compactMap { if case .signFile(let signature) = $0 { signature.artifact } else { nil } }
  }

  private var ownEffects: ArraySlice<Effect> { progress.effects[progress.droppedCount...] }

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

  /// The files that the run makes for a release, as paths from the root: its archives, with their checksum files, and
  /// the files that it keeps.
  package var builtFiles: [String] {
    var paths: [String] = []
    for (index, effect) in progress.effects.enumerated().dropFirst(progress.droppedCount) {
      let built = effect.builtFiles(as: progress.artifacts[index + 1])
      paths += built.filter { !paths.contains($0) }
    }
    return paths
  }

  /// The commits that the run has yet to push to other repositories.
  package var plannedPublications: [TreePublication] {
    progress.effects[progress.performedCount...].compactMap { effect in
      if case .publishTree(let publication) = effect { publication } else { nil }
    }
  }

  /// The text that the run has yet to write to the file at `path`; nil if there is none.
  package func plannedText(at path: RelativePath) -> String? {
    for case .writeFile(let write) in progress.effects[progress.performedCount...].reversed() where write.path == path {
      return String(decoding: write.contents, as: UTF8.self)
    }
    return nil
  }

  /// Whether the run has a copy of `artifact`.
  package func keeps(_ artifact: Artifact) -> Bool { keptArtifacts.contains(artifact) }

  /// The paths of the project's files that the run has copies of, which may be gone.
  package var keptPaths: [RelativePath] { keptArtifacts.compactMap { RelativePath($0.path) } }

  /// Whether the run has a copy of the file at `path`.
  package func keepsFile(at path: String) -> Bool { keptArtifacts.contains { $0.path == path } }

  /// Whether the run puts the file at `path` into an archive.
  package func packs(_ path: String) -> Bool {
    progress.effects[progress.droppedCount...].contains { effect in
      guard case .writeArchive(let write) = effect, case .files(let files) = write.source else { return false }
      return files.contains { if case .file(path, _) = $0.contents { true } else { false } }
    }
  }

  /// The files that the run has copies of, and will have up to this point of the plan.
  private var keptArtifacts: [Artifact] {
    progress.artifacts.sorted { $0.key < $1.key }.flatMap(\.value)
      + ownEffects.compactMap { if case .keepArtifact(let artifact) = $0 { artifact } else { nil } }
  }

  /// Whether a command of the plan has not run yet, so that the files that it writes are unknown.
  package var awaitsCommand: Bool {
    progress.effects[progress.performedCount...].contains { if case .runCommand = $0 { true } else { false } }
  }

  /// Whether such a command lists the file, or its folder, in `outputs`.
  package func awaitsCommand(writing path: RelativePath) -> Bool {
    progress.effects[progress.performedCount...].contains { effect in
      guard case .runCommand(let run) = effect else { return false }
      return run.outputs.contains { $0 == path || path.string.hasPrefix("\($0)/") }
    }
  }

  /// The archives that are planned and not written yet.
  package var awaitedArchives: [String] { progress.effects[progress.performedCount...].flatMap(\.exportedFiles) }

  /// The file at `path` when it becomes an asset. If the run has a copy of it, that counts.
  ///
  /// - Throws: `Failure.changedArtifact` if the file was changed since it was copied.
  package func artifact(at path: String) throws -> ArtifactState {
    let state = try currentArtifact(at: path)
    guard let kept = keptArtifacts.last(where: { $0.path == path })?.contents else { return state }
    let isSame =
      switch state {
      case .known(let contents): contents == kept
      case .present: try workspace.artifact(at: path) == kept
      case .missing: true
      case .awaited: false
      }
    guard isSame else { throw Failure.changedArtifact(path) }
    return .known(kept)
  }

  private func currentArtifact(at path: String) throws -> ArtifactState {
    for effect in progress.effects[progress.performedCount...].reversed() {
      if case .writeFile(let write) = effect, write.path.string == path {
        return .known(ArtifactContents(size: write.contents.count, digest: write.digestAfter))
      }
      if case .keepArtifact(let artifact) = effect, artifact.path == path, artifact.contents == nil {
        return .awaited
      }
      if effect.exportedFiles.contains(path) || effect.makes(path) { return .awaited }
    }
    return try workspace.artifactSize(at: path).map(ArtifactState.present) ?? .missing
  }
}

/// The known properties of a file that becomes an asset.
package enum ArtifactState: Hashable, Sendable {
  /// A planned write has these contents.
  case known(ArtifactContents)
  /// The file is there; reading it may take long.
  case present(size: Int)
  /// An earlier entry of the plan writes it.
  case awaited
  /// Not there; a command of the plan may still write it.
  case missing
}

extension Effect {
  /// The files that an export or a signature writes, without those in folders.
  fileprivate var exportedFiles: [String] {
    if case .signFile(let signature) = self { return [signature.path] }
    guard case .writeArchive(let write) = self, case .file(let path) = write.destination else { return [] }
    return write.terms.hasChecksum ? [path, "\(path).sha256"] : [path]
  }

  /// Whether it is a command that makes the artifact at `path`.
  fileprivate func makes(_ path: String) -> Bool {
    guard case .runCommand(let run) = self, let artifacts = run.artifacts, let file = RelativePath(path) else {
      return false
    }
    return artifacts.contains { PathPattern($0)?.matches(file) == true }
  }

  /// The files that it makes for a release; the patterns of a command's files until they are known.
  ///
  /// - Parameter artifacts: What the command has made; nil if it has not run.
  fileprivate func builtFiles(as artifacts: [Artifact]?) -> [String] {
    switch self {
    case .keepArtifact(let artifact): [artifact.path]
    case .runCommand(let run): artifacts?.map(\.path) ?? run.artifacts ?? []
    default: exportedFiles
    }
  }
}

extension Failure {
  static func changedArtifact(_ path: String) -> Failure {
    Failure(
      "`\(path)` was changed after the run had hashed it, expected the same bytes up to the release",
      hint: "move the step that changes it before the one that hashes it")
  }
}
