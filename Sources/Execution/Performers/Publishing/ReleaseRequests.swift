import Lanes
import MartletCore

/// The requests of one release. If an answer is lost, the release is read, and nothing is sent before that.
struct ReleaseRequests {
  private let draft: ReleaseDraft
  private let mark: ReleaseMark
  private let client: any ForgeClient
  private let workspace: Workspace
  private var lookup: ReleaseLookup { ReleaseLookup(client: client, draft: draft, mark: mark) }

  init(_ draft: ReleaseDraft, in workspace: Workspace, _ run: RunState) throws {
    self.draft = draft
    self.workspace = workspace
    mark = ReleaseMark(of: run)
    client = try ForgeAccess(workspace, reporter: run.reporter).client(of: draft.repository)
  }

  /// Creates the draft.
  func open(_ run: inout RunState) throws {
    let result = client.createDraft(text)
    switch result {
    case .done(let release): run.releases[draft] = release
    case .maybeDone(let failure), .taken(let failure):
      guard let release = try lookup.release() else { throw failure }
      run.releases[draft] = release
    case .notFound, .limited, .refused: _ = try result.get()
    }
  }

  /// Uploads the kept copy of `artifact`, unless the draft has it already.
  func upload(_ artifact: Artifact, _ run: inout RunState) throws {
    guard let contents = artifact.contents else { throw ExecutionError.unknownContents(artifact.path) }
    let file = AssetFile(
      name: artifact.name, path: run.folder.artifactPath(of: contents.digest), size: contents.size,
      digest: contents.digest)
    var (release, attempts) = (try current(run), client.attempts)
    var reason: Failure?
    while true {
      let comparison = try lookup.comparison([artifact], with: release)
      switch comparison.difference(of: .asset(artifact.name)) {
      case nil:
        run.releases[draft] = release
        return
      case .changed, .repeated, .unplanned:
        throw comparison.failure ?? Failure.otherAsset(artifact.name, page: release.page)
      case .unfinished(let asset): try delete(asset, of: release)
      case .missing: break
      }
      guard release.isDraft || canComplete(release) else { throw Failure.incomplete(release, without: artifact.name) }
      try workspace.keepAgain(artifact, contents, in: run.folder)
      if let reason, !attempts.wait(reason: reason.cause) {
        throw reason.code == .releaseExists ? Failure.hiddenAsset(artifact.name, page: release.page) : reason
      }
      let result = client.upload(file, to: release)
      switch result {
      case .done(let asset):
        guard asset.name == artifact.name else { throw Failure.renamedAsset(artifact.name, as: asset.name) }
        run.releases[draft] = release.with(asset)
        if asset.isComplete, asset.size == contents.size, asset.digest.map({ $0 == contents.digest }) ?? true { return }
        reason = .incompleteAsset(artifact.name, page: release.page)
      case .maybeDone(let failure), .taken(let failure), .notFound(let failure): reason = failure
      case .limited, .refused: _ = try result.get()
      }
      release = try lookup.refreshed(release)
    }
  }

  /// Publishes the draft once the remote has the planned tag and the draft has exactly the planned assets. Uploads those that
  /// were deleted again.
  func publish(_ publication: ReleasePublication, _ run: inout RunState) throws {
    try checkTag(run)
    var digests: [String: ContentDigest] = [:]
    let comparison = try complete(publication.assets, &run, knowing: &digests)
    var release = comparison.release
    let text = try text(for: comparison, run)
    var (reason, attempts) = (Failure?.none, client.attempts)
    var isOutdated = !release.has(text, on: client.forge)
    while release.isDraft || release.tag != draft.release.tag || isOutdated {
      if let reason, !attempts.wait(reason: reason.cause) { break }
      let result = client.publish(release.with(assets: comparison.equalAssets), as: text)
      switch result {
      case .done(let published):
        release = published
        isOutdated = false
        reason = .unchangedDraft
      case .maybeDone(let failure), .taken(let failure):
        reason = failure
        do {
          release = try lookup.release() ?? release
          if release.isDraft, let other = try lookup.other(), !other.isDraft { throw Failure.foreignRelease(other) }
          isOutdated = !release.has(text, on: client.forge)
        } catch let failure as UnreadableForge {
          throw UncertainPublication(tag: draft.release.tag, page: release.page, reason: failure.failure)
        }
      case .notFound:
        // A repository that cannot be read is another failure.
        if try lookup.release() == nil { throw Failure.draftGone(draft) }
        _ = try result.get()
      case .refused:
        // A user may have deleted the tag a moment ago.
        try checkTag(run)
        _ = try result.get()
      case .limited: _ = try result.get()
      }
    }
    guard !release.isDraft else {
      throw UncertainPublication(tag: draft.release.tag, page: release.page, reason: reason)
    }
    guard release.tag == draft.release.tag else { throw Failure.otherTag(release, expected: draft.release.tag) }
    let result = try lookup.comparison(publication.assets, with: release, knowing: &digests)
    if let failure = result.failure { throw failure }
    if let name = result.lackingAssets.first { throw Failure.incomplete(release, without: name) }
    run.releases[draft] = release
    run.outcome.release = ReleaseResult(of: release, comparison.equalAssets, publication)
  }

  /// Compares the draft with the plan right before its tag is pushed, which publishes it on some forges.
  func checkBeforePush(of assets: [Artifact], _ run: inout RunState) throws {
    var digests: [String: ContentDigest] = [:]
    let comparison = try complete(assets, &run, knowing: &digests)
    guard comparison.release.isDraft else { throw Failure.draftPublished(comparison.release) }
    if draft.edits == .stop { _ = try text(for: comparison, run) }
  }
}

extension ReleaseRequests {
  /// The text with the mark of the run.
  private var text: ReleaseDescription { ReleaseDescription(draft, mark) }

  /// The text to publish: the planned one, or that of the user who edited the draft.
  private func text(for comparison: ReleaseComparison, _ run: RunState) throws -> ReleaseDescription {
    guard comparison.isEdited else { return text }
    let release = comparison.release
    switch draft.edits {
    case .replace: return text
    case .stop: throw Failure.editedDraft(release)
    case .keep:
      run.reporter.warn(.keptText(of: release))
      var kept = text
      kept.title = release.title
      kept.notes = mark.isIn(release.notes) ? release.notes : mark.marking(release.notes)
      return kept
    }
  }

  /// Reads the release again, and uploads planned assets that it lacks.
  ///
  /// - Throws: Why it cannot have exactly the planned assets.
  private func complete(
    _ assets: [Artifact], _ run: inout RunState, knowing digests: inout [String: ContentDigest]
  ) throws -> ReleaseComparison {
    var release = try lookup.refreshed(current(run))
    if !client.forge.hasDrafts, !release.isDraft, !mark.isIn(release.notes) { release = try adopt(release) }
    var comparison = try lookup.comparison(assets, with: release, knowing: &digests)
    let lacking = comparison.lackingAssets
    if let failure = comparison.failure { throw failure }
    guard !lacking.isEmpty else { return comparison }
    run.releases[draft] = release
    for artifact in assets where lacking.contains(artifact.name) { try upload(artifact, &run) }
    release = try lookup.refreshed(run.releases[draft] ?? release)
    comparison = try lookup.comparison(assets, with: release, knowing: &digests)
    if let failure = comparison.failure { throw failure }
    if let name = comparison.lackingAssets.first { throw Failure.incomplete(release, without: name) }
    return comparison
  }

  /// Makes the empty release of another user the run's, if the lane says so.
  private func adopt(_ release: ForgeRelease) throws -> ForgeRelease {
    guard draft.existing == .fill, release.assets.isEmpty else { throw Failure.foreignRelease(release) }
    return try client.update(release, to: text).get()
  }

  /// Whether assets can be added to the public release: the run has made it, and the push alone made it public.
  private func canComplete(_ release: ForgeRelease) -> Bool {
    mark.isIn(release.notes) && !release.isImmutable && (client.forge.pushPublishes || !client.forge.hasDrafts)
  }

  /// The release of the run, as this process last received it, or as the forge reports it.
  private func current(_ run: RunState) throws -> ForgeRelease {
    if let release = run.releases[draft] { return release }
    if let release = try lookup.release() { return release }
    guard !client.forge.hasDrafts else { throw Failure.draftGone(draft) }
    return try client.createDraft(text).get()
  }

  /// Deletes the remains of an upload. A lost answer does not matter: the release is read before the name is used again.
  private func delete(_ asset: ForgeAsset, of release: ForgeRelease) throws {
    let result = client.delete(asset, of: release)
    switch result {
    case .done, .notFound, .maybeDone: return
    case .taken, .limited, .refused: try result.get()
    }
  }

  private func checkTag(_ run: RunState) throws {
    let (name, remote) = (draft.release.tag, draft.repository.remote)
    let reference = "refs/tags/\(name)"
    let planned = try run.references[reference] ?? workspace.repository.reference(named: reference)
    guard let planned else { throw ExecutionError.missingReference(reference) }
    let found = try workspace.transport(to: remote).references([reference], of: remote)[reference]
    guard let found else { throw Failure.tagNotOnRemote(name, remote: remote) }
    guard found == planned else { throw Failure.otherTagOnRemote(name, found, expected: planned, remote: remote) }
  }
}

extension Failure {
  /// The answer of the forge, or why there is none.
  fileprivate var cause: String { diagnostics.first?.notes.first ?? firstMessage }
}

extension ForgeRelease {
  /// Whether title, notes and mark are those of `text`.
  fileprivate func has(_ text: ReleaseDescription, on forge: Forge) -> Bool {
    title == text.title && notes.hasSameLines(as: text.notes)
      && (!forge.marksPrereleases || isPrerelease == text.isPrerelease)
  }

  /// The release with `asset`.
  fileprivate func with(_ asset: ForgeAsset) -> ForgeRelease {
    with(assets: assets.filter { $0.name != asset.name } + [asset])
  }
}

extension ReleaseResult {
  /// - Parameter found: The assets before the release was public: the addresses that count are those after it.
  init(of release: ForgeRelease, _ found: [ForgeAsset], _ publication: ReleasePublication) {
    let addresses = Dictionary((found + release.assets).map { ($0.name, $0.address) }) { $1 }
    self.init(
      url: release.page,
      assets: publication.assets.compactMap { artifact in
        guard let contents = artifact.contents else { return nil }
        return Asset(name: artifact.name, url: addresses[artifact.name] ?? "", digest: contents.digest)
      })
  }
}
