import Lanes
import MartletCore

/// Pushes the run's commits and tags to a remote.
package struct PushStep: Step {
  package static let keyword = "push"
  package static let foreignNames = ["push_to_git_remote", "push_git_tags"]
  package static let summary = "Pushes the branch and the tags of this run in one atomic push, and nothing else."
  package static let parameters = [
    Parameter<Self>.main("remote", \.remote, "The remote's name; if omitted, the one that git pushes the branch to."),
    Parameter<Self>("branch", \.pushesBranch, "Whether to push the branch; if `false`, only the tags of this run."),
    Parameter<Self>("hooks", \.runsHooks, "Whether to run the hook `pre-push`."),
    Parameter<Self>(
      "atomic", \.isAtomic,
      "Whether to push all refs atomically. Set it to `false` for servers without atomic pushes: then the branch is "
        + "pushed first, and the tags last."),
  ]

  package var remote: Template?
  package var pushesBranch = true
  package var runsHooks = true
  package var isAtomic = true

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let branch = try draft.workingBranch()
    let destination = try destination(of: branch.name, in: draft)
    let branchRef = RefPush.Ref(
      source: branch.reference, destination: destination.ref, isCreation: false,
      expected: try head(of: destination, in: draft))
    let tagRefs = draft.ownTags.map { name in
      RefPush.Ref(source: "refs/tags/\(name)", destination: "refs/tags/\(name)", isCreation: true)
    }
    guard draft.hasCreatedCommit && pushesBranch || !tagRefs.isEmpty else { throw Failure.nothingToPush }
    // A merged release is on the branch already, which may have newer commits.
    let isMerged = draft.pullRequest != nil && !draft.hasCreatedCommit
    let sendsBranch = pushesBranch && !isMerged
    if !sendsBranch, !draft.hasCreatedCommit { try checkThatHeadIsPublic(draft, destination) }
    let refs = (sendsBranch ? [branchRef] : []) + tagRefs
    var push = RefPush(remote: destination.remote, refs: refs, runsHooks: runsHooks)
    push.isAtomic = isAtomic
    return Decision([.pushRefs(push)])
  }

  /// Returns the last known commit of the remote ref; nil if it is unknown or an earlier step pushes to it.
  private func head(of destination: PushDestination, in draft: Draft) throws -> ObjectID? {
    draft.pushes(to: destination) ? nil : try draft.trackedHead(of: destination)
  }

  /// Checks that the remote branch contains HEAD, so that no tag publishes a commit that is in no branch there.
  private func checkThatHeadIsPublic(_ draft: Draft, _ destination: PushDestination) throws {
    guard !draft.pushes(to: destination), case .existing(let head) = try draft.headReference() else { return }
    let tracked = try draft.trackedHead(of: destination)
    if let tracked, try draft.workspace.firstAncestor(of: tracked, among: [head]) != nil { return }
    let failure =
      tracked == nil ? Failure.unknownRemoteBranch(destination, head) : Failure.unpushedHead(destination, head)
    // Otherwise a command of the lane may push the branch.
    throw draft.pullRequest == nil ? failure : failure.permanent
  }

  /// Returns the given remote, or the one that git would push the branch to.
  private func destination(of branch: String, in draft: Draft) throws -> PushDestination {
    let names = try draft.workspace.remoteNames()
    let configured = try draft.workspace.pushDestination(of: branch)
    if let remote = try remote.map(draft.text(of:)) {
      guard names.contains(remote) else { throw Failure.unknownRemote(remote, known: names) }
      return configured?.remote == remote ? configured ?? .same(branch, on: remote) : .same(branch, on: remote)
    }
    if let configured { return configured }
    throw names.isEmpty ? Failure.noRemote : Failure.ambiguousRemote(names, branch: branch)
  }
}

extension Draft {
  /// Whether an earlier step pushes to the ref.
  fileprivate func pushes(to destination: PushDestination) -> Bool {
    plannedPushes.contains { push in
      push.remote == destination.remote && push.refs.contains { $0.destination == destination.ref }
    }
  }
}

extension PushDestination {
  /// The branch of the same name on `remote`.
  fileprivate static func same(_ branch: String, on remote: String) -> PushDestination {
    PushDestination(remote: remote, ref: "refs/heads/\(branch)")
  }
}

extension Failure {
  package static let noRemote = Failure(
    "the repository has no remote to push to", hint: "add one with `git remote add origin URL`"
  ).permanent

  static func unknownRemote(_ name: String, known: [String]) -> Failure {
    Failure(
      "no remote `\(name)`\(known.isEmpty ? "" : ", expected one of \(known.quotedList)")",
      hint: known.suggestion(for: name)
    ).permanent
  }

  static func ambiguousRemote(_ names: [String], branch: String) -> Failure {
    Failure(
      "no push remote is configured for `\(branch)`, expected one of \(names.quotedList)",
      hint: "set `remote:` on `push`, or set a default with `git config remote.pushDefault NAME`"
    ).permanent
  }

  /// The tags would publish a commit that is in no branch of the remote.
  static func unpushedHead(_ destination: PushDestination, _ head: ObjectID) -> Failure {
    let branch = destination.branch
    return Failure(
      "the commit \(head.short) is not in `\(branch)` of `\(destination.remote)` as of the last fetch, and only its tag "
        + "would be pushed",
      hint:
        "if it was merged there, run `git fetch \(destination.remote.shellWord)`; otherwise set it aside with "
        + "`git branch unpushed && git reset --keep \("\(destination.remote)/\(branch)".shellWord)`, or push it first")
  }

  static func unknownRemoteBranch(_ destination: PushDestination, _ head: ObjectID) -> Failure {
    Failure(
      "whether `\(destination.branch)` of `\(destination.remote)` contains the commit \(head.short) is unknown, because "
        + "that branch was never fetched",
      hint: "fetch it with `git fetch \(destination.remote.shellWord)`")
  }

  static let nothingToPush = Failure(
    "nothing to push: no earlier step made a commit or a tag", hint: "add `commit` or `tag` before `push`"
  ).permanent
}
