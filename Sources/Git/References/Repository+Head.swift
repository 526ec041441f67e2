import CLibGit2
import Versioning

extension Repository {
  /// What HEAD names by now.
  ///
  /// - Throws: `GitError.noSuchObject` or `.damaged` when that commit or its tree is not there or cannot be read.
  package func head() throws(GitError) -> Head {
    let head = try namedByHead()
    if let commit = head.commit { _ = try handle(ofTreeOf: commit) }
    return head
  }

  private func namedByHead() throws(GitError) -> Head {
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
    guard name.hasPrefix("refs/heads/") else { throw .failed(task: task, reason: "`\(name)` is no branch") }
    return try state(onBranch: name)
  }

  /// - Parameter name: In full.
  private func state(onBranch name: String) throws(GitError) -> Head {
    let branch = String(name.dropFirst("refs/heads/".count))
    return try reference(named: name).map { .branch(branch, $0) } ?? .unborn(branch: branch)
  }

  /// The command of git that is under way, nil when there is none.
  package var ongoingOperation: OngoingOperation? {
    // As libgit2 tells them (repository.c, git_repository_state).
    let signs: [(name: String, operation: OngoingOperation)] = [
      ("rebase-merge", .rebase), ("rebase-apply/rebasing", .rebase), ("rebase-apply/applying", .applyMailbox),
      ("rebase-apply", .rebase), ("MERGE_HEAD", .merge), ("REVERT_HEAD", .revert),
      ("CHERRY_PICK_HEAD", .cherryPick), ("BISECT_LOG", .bisect),
    ]
    return signs.first { sign in (try? Files.kind(of: "\(gitDirectory)/\(sign.name)")).flatMap(\.self) != nil }?
      .operation
  }

  /// The object that a reference names, by its full name such as `refs/heads/main`, not peeled; nil when there is no
  /// such reference.
  package func reference(named name: String) throws(GitError) -> ObjectID? {
    var id = git_oid()
    let code = git_reference_name_to_id(&id, libgit2, name)
    if code == GIT_ENOTFOUND.rawValue || code == GIT_EINVALIDSPEC.rawValue { return nil }
    try LibGit2.check(code, "read the reference `\(name)`")
    return ObjectID(id)
  }

  /// The commits after which history was cut off.
  var shallowCommits: Set<ObjectID> {
    guard let bytes = try? Files.contents(of: "\(commonDirectory)/shallow") else { return [] }
    return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { ObjectID(String($0)) })
  }
}
