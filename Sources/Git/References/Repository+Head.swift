import CLibGit2
import MartletCore

extension Repository {
  /// Returns the current HEAD.
  ///
  /// - Throws: `GitError.noSuchObject` or `.damaged` when its commit or tree is missing or unreadable.
  package func head() throws(GitError) -> HeadState {
    let head = try namedByHead()
    if let commit = head.commit { _ = try handle(ofTreeOf: commit) }
    return head
  }

  private func namedByHead() throws(GitError) -> HeadState {
    let task = "read HEAD"
    let repository = libgit2
    let head = try Handle(git_reference_free, task) { git_reference_lookup(&$0, repository, "HEAD") }
    guard git_reference_type(head.pointer) == GIT_REFERENCE_SYMBOLIC else {
      guard let id = git_reference_target(head.pointer) else { throw .failed(task: task, reason: "it has no target") }
      return .detached(ObjectID(id.pointee))
    }
    guard let target = git_reference_symbolic_target(head.pointer) else {
      throw .failed(task: task, reason: "it has no target")
    }
    guard let name = String(validatingCString: target) else { throw .branchNotText }
    guard name.hasPrefix("refs/heads/") else { throw .failed(task: task, reason: "`\(name)` is not a branch") }
    return try state(onBranch: name)
  }

  /// - Parameter name: The full name.
  private func state(onBranch name: String) throws(GitError) -> HeadState {
    let branch = String(name.dropFirst("refs/heads/".count))
    return try reference(named: name).map { .branch(branch, $0) } ?? .unborn(branch)
  }

  /// The git command that is under way; nil for none.
  package var ongoingOperation: OngoingOperation? {
    // The same files as in libgit2 (repository.c, git_repository_state).
    let signs: [(name: String, operation: OngoingOperation)] = [
      ("rebase-merge", .rebase), ("rebase-apply/rebasing", .rebase), ("rebase-apply/applying", .applyMailbox),
      ("rebase-apply", .rebase), ("MERGE_HEAD", .merge), ("REVERT_HEAD", .revert),
      ("CHERRY_PICK_HEAD", .cherryPick), ("BISECT_LOG", .bisect),
    ]
    return signs.first { sign in (try? Files.kind(of: "\(gitDirectory)/\(sign.name)")).flatMap(\.self) != nil }?
      .operation
  }

  /// Returns the object that a reference names, not peeled, by its full name such as `refs/heads/main`; nil if it
  /// does not exist.
  package func reference(named name: String) throws(GitError) -> ObjectID? {
    var id = git_oid()
    let code = git_reference_name_to_id(&id, libgit2, name)
    if code == GIT_ENOTFOUND.rawValue || code == GIT_EINVALIDSPEC.rawValue { return nil }
    try LibGit2.check(code, "read the reference `\(name)`")
    return ObjectID(id)
  }

  /// The commits at which a shallow clone ends.
  var shallowCommits: Set<ObjectID> {
    guard let bytes = try? Files.contents(of: "\(commonDirectory)/shallow") else { return [] }
    return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { ObjectID(String($0)) })
  }
}

/// A git command that has begun and must be finished or aborted.
package enum OngoingOperation: String, Equatable, Sendable {
  case merge
  case revert
  case cherryPick = "cherry-pick"
  case bisect
  case rebase
  case applyMailbox = "am"
}

extension Repository {
  /// Returns HEAD, or its newest ancestor before the commits that were made in this clone, as the reflog of HEAD shows; nil
  /// before the first commit.
  ///
  /// A merge, and a commit that was fetched, checked out, applied or rebased, counts as made elsewhere.
  package func originOfHead() throws -> ObjectID? {
    guard var origin = try head().commit else { return nil }
    let entries = try GitQuery(self).result(of: ["log", "--walk-reflogs", "--format=%H %gs", "HEAD"])
    let made = entries.outputText.split(separator: "\n").compactMap { line -> ObjectID? in
      let parts = line.split(separator: " ", maxSplits: 1)
      let isMade = parts.count > 1 && ["commit:", "commit (amend):"].contains(where: parts[1].hasPrefix)
      return isMade ? ObjectID(String(parts[0])) : nil
    }
    let ids = Set(made)
    while ids.contains(origin) {
      let parents = try commit(origin).parents
      guard parents.count == 1 else { break }
      origin = parents[0]
    }
    return origin
  }
}
