import Lanes
import MartletChangelogs
import MartletCore

/// The release that a lane with `pull_request` proposes.
package struct ProposedRelease {
  /// The plan of the lane up to its commit, as it will be on the branch of the pull request.
  package let plan: Plan
  package let place: ProposalPlace
  /// Nil when there is nothing to release.
  package let proposal: Proposal?

  /// Plans the lane of `planner`, whose purpose is a proposal.
  ///
  /// - Throws: `StepFailure`; `Failure` if the lane cannot be proposed.
  package init(of planner: inout Planner) throws {
    guard let declaration = planner.draft.pullRequest else { throw Failure.noPullRequest(lane: planner.title) }
    let place = try planner.draft.proposalPlace(declaration, lane: planner.title)
    let found = try planner.preview()
    self.place = place
    plan = found.moved(to: place.branch)
    guard !planner.hasNothingToRelease else {
      proposal = nil
      return
    }
    let commits = try Self.commits(of: found, lane: planner.title)
    let versions = planner.draft.raisedVersions
    let title = versions.map { [$0.package, $0.version.description].compactMap(\.self).joined(separator: " ") }
    proposal = Proposal(
      place: place, commits: commits, title: "Release \(title.joined(separator: ", "))",
      body: try planner.draft.proposalBody(of: versions))
  }

  private static func commits(of plan: Plan, lane: String) throws -> [Proposal.Commit] {
    var written: [RelativePath: FileWrite] = [:]
    var commits: [Proposal.Commit] = []
    for entry in plan.entries {
      if case .writeFile(let write) = entry.effect { written[write.path] = write }
      if case .createCommit(let commit) = entry.effect {
        let files = try commit.paths.map { path in
          guard let write = written[path] else { throw Failure.unknownProposal(path) }
          return write
        }
        commits.append(Proposal.Commit(message: commit.message, files: files, isSigned: commit.isSigned))
      }
    }
    guard !commits.isEmpty else { throw Failure.nothingToPropose(lane: lane) }
    return commits
  }
}

extension Draft {
  /// The new versions, with the names of their packages; nil for the project.
  fileprivate var raisedVersions: [(package: String?, version: Version)] {
    guard !releasefile.packages.isEmpty else { return changedVersion.map { [(nil, $0.current)] } ?? [] }
    return releasefile.packages.compactMap { package in
      changedVersion(ofPackage: package.name).map { (package.name, $0.current) }
    }
  }

  fileprivate func proposalPlace(_ declaration: PullRequestDeclaration, lane: String) throws -> ProposalPlace {
    let branch = try workingBranch()
    guard case .existing(let head) = try headReference(),
      let destination = try workspace.pushDestination(of: branch.name)
    else { throw Failure.noRemote }
    let base = destination.branch
    let own = declaration.branch ?? "martlet/\(lane)"
    guard own != base else { throw Failure.proposalOnItsBase(base) }
    // No tag has an empty name, so this is the remote of the branch.
    return ProposalPlace(
      repository: try forgeRepository(ofTag: ""), head: head, base: base, branch: own, declaration: declaration)
  }

  /// The release notes, and what to do with the pull request.
  fileprivate func proposalBody(of versions: [(package: String?, version: Version)]) throws -> String {
    let base = try branch()
    let notes = try versions.map { package, version in
      var draft = self
      draft.focus(onPackage: package)
      let text = try draft.releaseNotes(of: version)
      return package.map { "## \($0) \(version)\n\n\(text)" } ?? text
    }
    return notes.joined(separator: "\n\n") + """


      ---
      Merge this pull request to release these changes. Martlet writes its branch again when `\(base)` changes.

      """
  }

  /// The section of `version` in the changelog, otherwise a list of the changes.
  func releaseNotes(of version: Version) throws -> String {
    if let text = try changelogText(of: version, at: changelogPath()) { return text }
    return try NotesText(of: ReleaseHistory(of: self), as: version, in: self).markdown(in: self)
  }
}

// MARK: After the merge

extension Draft {
  /// Returns the commit that brought the oldest release that is merged and has no tag; nil if that is HEAD, or there is none.
  ///
  /// Later commits are not in the notes of that release, so that it is released as it was merged.
  package func commitOfMergedRelease() throws -> ObjectID? {
    let steps = laneName.map(releasefile.steps(ofLaneNamed:)) ?? []
    guard pullRequest != nil, releasefile.packages.isEmpty, let head = try head().commit,
      let step = steps.lazy.compactMap({ $0.step as? ChangelogStep }).first
    else { return nil }
    let path = try step.path(in: self)
    // Before the first release, any section may be older than the tags.
    guard let released = try ReleaseHistory(of: self).released else { return nil }
    let tags = try tags()
    for commit in try workspace.line(from: head, after: released.commit, limit: Self.mergeLimit) {
      guard let bytes = try workspace.contents(of: path, in: commit) else { continue }
      let found = try changelog(SourceText(path: path, fileBytes: bytes)).releases.lazy.compactMap(\.version)
      let isMerged = try found.contains { try released.version.precedes($0) && tags[tag(for: $0)] == nil }
      if isMerged { return commit == head ? nil : commit }
    }
    return nil
  }

  /// The number of commits in which a merged release is searched.
  private static let mergeLimit = 500

  /// Whether the files hold the release of `version`, because its pull request was merged.
  ///
  /// - Parameter isWritten: Whether a manifest holds the version, and there is an earlier release.
  func isMerged(_ version: Version, isWritten: Bool) throws -> Bool {
    let steps = laneName.map(releasefile.steps(ofLaneNamed:)) ?? []
    guard let changelog = steps.lazy.compactMap({ $0.step as? ChangelogStep }).first else { return isWritten }
    return try changelogText(of: version, at: changelog.path(in: self)) != nil
  }
}

extension Failure {
  package static func noPullRequest(lane: String) -> Failure {
    Failure(
      "the lane `\(lane)` releases without a pull request", hint: "declare `pull_request: true` in the lane",
      exit: .usage)
  }

  /// A lane with `pull_request` does not compute the version from the changes.
  static let proposalNotAutomatic = Failure(
    "a lane with `pull_request` cannot set this version, expected `bump: auto` without `prerelease_id`",
    hint: "use `bump: auto`; the trailer `Release-As: 2.0.0` of a commit sets the next version")

  static func nothingToPropose(lane: String) -> Failure {
    Failure(
      "the lane `\(lane)` changes no file, so that a pull request would be empty",
      hint: "add `changelog` and `commit` after `bump: auto`")
  }

  static func unknownProposal(_ path: RelativePath) -> Failure {
    Failure(
      "the contents of `\(path)` are unknown before a command has run, so they cannot be proposed",
      hint: "write `\(path)` in another lane, before the release")
  }

  static func proposalOnItsBase(_ branch: String) -> Failure {
    Failure(
      "the pull request has the branch `\(branch)`, which is also the one to merge it into",
      hint: "name another branch with `pull_request: {branch: NAME}`")
  }

  static func notMerged(_ path: RelativePath, _ version: Version) -> Failure {
    Failure(
      "`\(path)` has no section for \(version), expected the one of the merged pull request",
      hint: "put `bump: auto` before `changelog`")
  }
}
