import Pipelines
import TextEditing
import Versioning

extension Draft {
  /// The project's version by now.
  ///
  /// - Throws: `Failure.noVersion` when it has none; what reading the manifests throws.
  package func version() throws -> Version {
    if let version = changedVersion { return version.current }
    guard let version = try versions.version(in: self) else { throw Failure.noVersion }
    return version
  }

  /// The version before the run and by now; nil when no step has changed it.
  package var changedVersion: VersionState? { progress.versions[packageName] }

  /// The same of a package of the repository.
  package func changedVersion(ofPackage name: String) -> VersionState? { progress.versions[name] }

  /// How the tags are spelled: as the Releasefile says, otherwise as the repository's are.
  ///
  /// - Throws: `MissingTags` when no tag here tells, and there may be others elsewhere.
  package func tagFormat() throws -> TagFormat {
    if let format = try releasefile.tagFormat ?? TagFormat.found(in: Array(tags().keys)) { return format }
    if let gap = try workspace.tagGap() { throw MissingTags(gap, pipeline?.system) }
    return .plain
  }

  /// What is checked out by now: the commit of the last entry that will make one, or the repository's. What a command
  /// of the user's has committed in an earlier stage counts, too.
  ///
  /// - Throws: `Failure.noCommit` on a branch without one.
  package func headReference() throws -> CommitReference {
    let planned = progress.effects[progress.performedCount...]
    let last = planned.lastIndex { if case .createCommit = $0 { true } else { false } }
    if let last { return .planned(entry: last + 1) }
    switch try workspace.head() {
    case .branch(_, let commit), .detached(let commit): return .existing(commit)
    case .unborn(let branch): throw Failure.noCommit(branch: branch)
    }
  }

  /// The name of the branch that is worked on.
  ///
  /// - Throws: as `workingBranch` does.
  package func branch() throws -> String { try workingBranch().name }

  /// The branch that is checked out and has a commit; where only a commit is, as many CI systems have it, the branch that
  /// the CI system says it builds at that very commit.
  ///
  /// - Throws: `Failure.detachedHead`, `.noCommit`, or `.unfinishedOperation` where that is why there is no branch.
  package func workingBranch() throws -> WorkingBranch {
    switch try workspace.head() {
    case .branch(let name, _): return WorkingBranch(name: name, isDetached: false)
    case .detached(let commit):
      try refuseUnfinishedOperation()
      guard let name = pipeline?.branch, commit == pipeline?.commit || progress.commits.values.contains(commit) else {
        throw Failure.detachedHead(commit, pipeline)
      }
      return WorkingBranch(name: name, isDetached: true)
    case .unborn(let branch): throw Failure.noCommit(branch: branch)
    }
  }

  /// - Throws: `Failure.unfinishedOperation` while a merge, rebase or the like is half done.
  package func refuseUnfinishedOperation() throws {
    if let operation = try workspace.unfinishedOperation() { throw Failure.unfinishedOperation(operation) }
  }

  /// The files that the run wrote and did not commit yet, in byte order of their paths.
  package var uncommittedFiles: [CommittedFile] {
    progress.uncommitted.map { CommittedFile($0.key, $0.value) }.sorted { $0.path < $1.path }
  }

  /// The names of the tags that are the run's: those that it makes, and those that were where it would have made them.
  package var ownTags: [String] { progress.keptTags + createdTags.map(\.name) }

  /// The tags that the run makes.
  package var createdTags: [TagCreation] {
    progress.effects[progress.droppedCount...].compactMap { if case .createTag(let tag) = $0 { tag } else { nil } }
  }

  /// The pushes that the run will have done by now, and has not done yet.
  package var plannedPushes: [RefPush] {
    progress.effects[progress.performedCount...].compactMap { if case .pushRefs(let push) = $0 { push } else { nil } }
  }

  /// Whether the run makes a commit.
  package var hasCreatedCommit: Bool {
    progress.effects[progress.droppedCount...].contains { if case .createCommit = $0 { true } else { false } }
  }
}

extension Draft {
  /// `effects` with the run's first tag saying in its message what plan led to it.
  ///
  /// Behind a command whose work is not known yet, that is not known either.
  func tracing(_ effects: [Effect]) -> [Effect] {
    let first = effects.firstIndex { if case .createTag = $0 { true } else { false } }
    guard createdTags.isEmpty, let first, case .createTag(let tag) = effects[first],
      !progress.effects[progress.performedCount...].contains(where: \.isOpaque),
      let traced = tag.tracing(Array(progress.effects[progress.droppedCount...]) + effects[..<first])
    else { return effects }
    var effects = effects
    effects[first] = .createTag(traced)
    return effects
  }
}

extension Failure {
  package static let noVersion = Failure(
    "neither a file nor a tag says a version",
    hint:
      "tag the first release, for example with `git tag 0.1.0`; where a file holds the version, name it under `manifests:` in a Releasefile"
  )

  package static func noCommit(branch: String) -> Failure {
    Failure("branch `\(branch)` has no commit yet, expected at least one", hint: "commit something first")
  }

  /// HEAD is detached, and the CI system, if there is one, does not say that it builds a branch at this commit.
  package static func detachedHead(_ commit: ObjectID, _ pipeline: Pipeline?) -> Failure {
    let built = pipeline.flatMap { pipeline in
      pipeline.branch.map { branch in
        "HEAD is at \(commit.short) without a branch, and \(pipeline.system.name) builds `\(branch)` "
          + (pipeline.commit.map { "at \($0.short)" } ?? "without saying at which commit")
      }
    }
    return Failure(
      built ?? "no branch is checked out (detached at \(commit.short)), expected one",
      hint: pipeline?.hint ?? "check out the branch to release from, for example with `git switch main`")
  }

  /// A merge, rebase or the like is in progress; `name` is its git command.
  package static func unfinishedOperation(_ name: String) -> Failure {
    Failure(
      "a `git \(name)` is in progress, expected none",
      hint: name == "bisect"
        ? "end it with `git bisect reset`" : "finish it, or end it with `git \(name) --abort`")
  }

  static let commitNotKnownYet = Failure("`commit` is not known before the commit of this run has been made")

  package static let noBuildNumber = Failure("no manifest with a build number was found, so `build` stands for nothing")
}

extension Pipeline {
  /// What to do where nothing but a commit is checked out.
  fileprivate var hint: String? {
    if let branch {
      "if that commit shall be released, say so with `git switch -C \(branch.shellWord)`"
    } else if let tag {
      "the pipeline builds the tag `\(tag)`: have the lane run where a branch is built"
    } else if pullRequest != nil {
      "the pipeline builds a pull request: have the lane run where a branch is built"
    } else {
      nil
    }
  }
}
