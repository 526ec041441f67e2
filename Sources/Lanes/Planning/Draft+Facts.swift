import MartletCore

extension Draft {
  /// Returns the project's version at this point of the plan.
  ///
  /// - Throws: `Failure.noVersion` when it has none; errors from reading the manifests.
  package func version() throws -> Version {
    if let version = changedVersion { return version.current }
    guard let version = try versions.version(in: self) else { throw Failure.noVersion(in: self) }
    return version
  }

  /// The same draft, whose facts are those of a release with `version`.
  package func released(as version: Version) -> Draft {
    var draft = self
    draft.progress.versions[packageName] = VersionState(previous: changedVersion?.previous, current: version)
    return draft
  }

  /// The version before the run and at this point of the plan; nil when no step has changed it.
  package var changedVersion: VersionState? { progress.versions[packageName] }

  /// The version of the first tag that the run creates.
  var taggedVersion: VersionState? {
    guard let tag = createdTags.first, let version = (try? tagFormat())?.version(of: tag.name) else { return nil }
    return VersionState(previous: nil, current: version)
  }

  /// Returns the same for a package of the repository.
  package func changedVersion(ofPackage name: String) -> VersionState? { progress.versions[name] }

  /// Returns the commit that HEAD will be at this point of the plan: the last commit of the run, or the repository's HEAD
  /// if there is none, or if a later command declares that it changes HEAD.
  ///
  /// - Throws: `Failure.noCommit` on a branch without one.
  package func headReference() throws -> CommitReference {
    let own = progress.effects[progress.droppedCount...]
    if let last = own.lastIndex(where: \.movesHead), case .createCommit = own[last] {
      return progress.commits[last + 1].map { .existing($0) } ?? .planned(entry: last + 1)
    }
    switch try head() {
    case .branch(_, let commit), .detached(let commit): return .existing(commit)
    case .unborn(let branch): throw Failure.noCommit(branch: branch)
    }
  }

  /// Returns the tag of the current version if it names HEAD, and the lane would only release that commit once more; nil
  /// otherwise.
  ///
  /// A lane without `tag` makes no release, one that has written files has something to release, and the commit of an
  /// `allow_dirty` lane has the changes of the user.
  package func tagOfReleasedHead() throws -> String? {
    guard let laneName, let lane = wholeReleasefile.lane(named: laneName), !lane.allowsEmptyReleases,
      !lane.allowsDirtyFiles, !hasCreatedCommit, ownTags.isEmpty, progress.uncommitted.isEmpty,
      wholeReleasefile.steps(ofLaneNamed: laneName).contains(where: { $0.keyword == "tag" }),
      let head = try head().commit
    else { return nil }
    let tags = try tags()
    guard tags.values.contains(head), let version = try? version() else { return nil }
    let name = try tag(for: version)
    return tags[name] == head ? name : nil
  }

  /// Refuses a commit of `files` if one of them had changes before the run, which the plan does not show.
  ///
  /// - Throws: `Failure.uncommittedChanges`, unless the lane allows them.
  package func refuseDirtyFiles(_ files: [CommittedFile]) throws {
    let lane = laneName.flatMap(releasefile.lane(named:))
    guard progress.performedCount == 0, lane?.allowsDirtyFiles != true else { return }
    let written = files.filter { $0.contents != .unknown }.map(\.path)
    let dirty = Set(try changes().map(\.path))
    let found = written.filter { dirty.contains(identity(of: $0)) }
    guard found.isEmpty else { throw Failure.uncommittedChanges(in: found, lane: lane?.name) }
  }

  /// Returns the name of the working branch.
  ///
  /// - Throws: as `workingBranch` does.
  package func branch() throws -> String { try workingBranch().name }

  /// Returns the current branch, which must have a commit. With a detached HEAD, as in many CI systems, returns the
  /// branch that the CI system builds at this commit.
  ///
  /// - Throws: `Failure.detachedHead`, `.noCommit`, or `.unfinishedOperation` where that is why HEAD is detached.
  package func workingBranch() throws -> WorkingBranch {
    switch try head() {
    case .branch(let name, _): return WorkingBranch(name: name, isDetached: false)
    case .detached(let commit):
      if case .finish(let branch) = purpose { return WorkingBranch(name: branch, isDetached: true) }
      try refuseUnfinishedOperation()
      guard let name = pipeline?.branch, commit == pipeline?.commit || progress.commits.values.contains(commit) else {
        throw Failure.detachedHead(commit, pipeline)
      }
      return WorkingBranch(name: name, isDetached: true)
    case .unborn(let branch): throw Failure.noCommit(branch: branch)
    }
  }

  /// - Throws: `Failure.unfinishedOperation` while a merge, rebase or similar operation is in progress.
  package func refuseUnfinishedOperation() throws {
    if let operation = try workspace.unfinishedOperation() { throw Failure.unfinishedOperation(operation) }
  }

  /// The files that the run has written and not committed yet, in byte order of their paths.
  package var uncommittedFiles: [CommittedFile] {
    progress.uncommitted.map { CommittedFile($0.key, $0.value) }.sorted { $0.path < $1.path }
  }

  /// The names of the run's tags: those that it creates, and existing tags at the right commit.
  package var ownTags: [String] { progress.keptTags + createdTags.map(\.name) }

  /// The tags that the run creates.
  package var createdTags: [TagCreation] {
    progress.effects[progress.droppedCount...].compactMap { if case .createTag(let tag) = $0 { tag } else { nil } }
  }

  /// The planned pushes that have not been performed yet.
  package var plannedPushes: [RefPush] {
    progress.effects[progress.performedCount...].compactMap { if case .pushRefs(let push) = $0 { push } else { nil } }
  }

  /// Whether the run creates a commit.
  package var hasCreatedCommit: Bool {
    progress.effects[progress.droppedCount...].contains { if case .createCommit = $0 { true } else { false } }
  }
}

extension Effect {
  /// Whether HEAD is at another commit after it.
  fileprivate var movesHead: Bool {
    switch self {
    case .createCommit: true
    case .runCommand(let run): run.changes.contains(.head)
    default: false
    }
  }
}

extension Failure {
  /// A commit of the lane would contain the changes of the user's in `paths`.
  static func uncommittedChanges(in paths: [RelativePath], lane: String?) -> Failure {
    let files = paths.map(\.string.shellWord).joined(separator: " ")
    return Failure(
      "\(paths.map(\.string).quotedList) \(paths.count == 1 ? "has" : "have") uncommitted changes, which the commit would "
        + "contain, too",
      hint: "commit them, or set them aside with `git stash push --include-untracked -- \(files)`"
        + (lane.map { "; to commit them with the release, set `allow_dirty: true` on the lane `\($0)`" } ?? ""),
      code: .notClean
    ).permanent
  }

  /// The hint names a tag in the format of the project of `draft`.
  package static func noVersion(in draft: Draft) -> Failure {
    if let tag = draft.newestTagElsewhere { return .releasedElsewhere(tag, hint: draft.otherTagsRemark) }
    let format = (try? draft.tagFormat()) ?? .plain
    let first = (try? Version("0.1.0")).map { format.tag(for: $0, build: "1") } ?? "0.1.0"
    return Failure(
      "neither a file nor a tag contains a version",
      hint: draft.otherTagsRemark
        ?? "begin with a version, for example with `git tag \(first)`; if a file contains the version, add it to `manifests:` in a Releasefile"
    )
  }

  /// HEAD contains no release and no file has a version, but another branch has `tag`.
  package static func releasedElsewhere(_ tag: String, hint: String?) -> Failure {
    Failure(
      "neither a file nor a tag that HEAD contains has a version, but another branch has the tag `\(tag)`",
      hint: hint
        ?? "check out the branch that the releases are made from, or set the next version with `martlet bump VERSION`")
  }

  package static func noCommit(branch: String) -> Failure {
    Failure("branch `\(branch)` has no commit yet, expected at least one", hint: "create a commit first").permanent
  }

  /// HEAD is detached, and the CI system, if there is one, does not build a branch at this commit.
  package static func detachedHead(_ commit: ObjectID, _ pipeline: Pipeline?) -> Failure {
    let built = pipeline.flatMap { pipeline in
      pipeline.branch.map { branch in
        "HEAD is at \(commit.short) without a branch, and \(pipeline.system.name) builds `\(branch)` "
          + (pipeline.commit.map { "at \($0.short)" } ?? "at an unknown commit")
      }
    }
    return Failure(
      built ?? "no branch is checked out (detached at \(commit.short)), expected one",
      hint: pipeline?.hint
        ?? "check out the branch to release from, for example with `git switch -`, which goes back to the last one"
    ).permanent
  }

  /// A merge, rebase or similar operation is in progress; `name` is its git command.
  package static func unfinishedOperation(_ name: String) -> Failure {
    Failure(
      "a `git \(name)` is in progress, expected none",
      hint: name == "bisect"
        ? "end it with `git bisect reset`" : "finish it, or end it with `git \(name) --abort`"
    ).permanent
  }

  static let commitNotKnownYet = Failure("`commit` is not known before this run has created its commit")

  package static let noBuildNumber = Failure("no manifest with a build number was found, so `build` has no value")
}

extension Pipeline {
  /// The hint for a detached HEAD.
  fileprivate var hint: String? {
    if let branch {
      "to release this commit, run `git switch -C \(branch.shellWord)`"
    } else if let tag {
      "the pipeline builds the tag `\(tag)`: run the lane in a branch build"
    } else if pullRequest != nil {
      "the pipeline builds a pull request: run the lane in a branch build"
    } else {
      nil
    }
  }
}
