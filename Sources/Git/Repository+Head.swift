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
    let head = try Handle(git_reference_free, task) { git_reference_lookup(&$0, pointer, "HEAD") }
    guard git_reference_type(head.pointer) == GIT_REFERENCE_SYMBOLIC else {
      guard let id = git_reference_target(head.pointer) else { throw .failed(task: task, reason: "it has no target") }
      return .detached(ObjectID(id.pointee))
    }
    guard let target = git_reference_symbolic_target(head.pointer) else {
      throw .failed(task: task, reason: "it has no target")
    }
    guard let name = String(validatingCString: target) else { throw .branchNotText }
    let prefix = "refs/heads/"
    guard name.hasPrefix(prefix) else { throw .failed(task: task, reason: "`\(name)` is no branch") }
    let branch = String(name.dropFirst(prefix.count))
    return try reference(named: name).map { .branch(branch, $0) } ?? .unborn(branch: branch)
  }

  /// The command of git that is under way, nil when there is none.
  package var ongoingOperation: OngoingOperation? {
    switch git_repository_state_t(numericCast(git_repository_state(pointer))) {
    case GIT_REPOSITORY_STATE_MERGE: .merge
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: .revert
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: .cherryPick
    case GIT_REPOSITORY_STATE_BISECT: .bisect
    case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE, GIT_REPOSITORY_STATE_REBASE_MERGE,
      GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE:
      .rebase
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX: .applyMailbox
    default: nil
    }
  }

  /// The object that a reference names, by its full name such as `refs/heads/main`, not peeled; nil when there is no
  /// such reference.
  package func reference(named name: String) throws(GitError) -> ObjectID? {
    var id = git_oid()
    let code = git_reference_name_to_id(&id, pointer, name)
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
