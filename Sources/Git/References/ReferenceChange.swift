import CLibGit2
import MartletCore

/// A planned change of a reference whose current object is known.
struct ReferenceChange {
  /// The full name, or `HEAD` when it is detached.
  let name: String
  /// The current object; nil when the reference must not exist.
  let expected: ObjectID?
  /// The new object; nil removes the reference.
  let new: ObjectID?
}

extension Repository {
  /// Moves a reference if it names the expected object while it is locked; otherwise throws `referenceMoved`.
  ///
  /// - Parameters:
  ///   - identity: The identity in the reflog.
  ///   - branch: The full name of the reference that HEAD must name; nil for any.
  func apply(
    _ change: ReferenceChange, by identity: Identity, reflog: String, whileHeadIs branch: String? = nil
  )
    throws(GitError)
  {
    let task = "move `\(change.name)`"
    let repository = libgit2
    let transaction = try Handle(git_transaction_free, task) { git_transaction_new(&$0, repository) }
    try lock(change.name, transaction, task)
    if let branch {
      if branch != "HEAD" { try lock("HEAD", transaction, task) }
      let head = try head()
      guard head.reference == branch else { throw .headMoved(expected: change.expected, found: head.commit) }
    }
    let found = try reference(named: change.name)
    guard found == change.expected else {
      throw .referenceMoved(change.name, expected: change.expected, found: found)
    }
    if let new = change.new {
      if change.expected == nil { try refuseNameConflicts(of: change.name) }
      var signature: UnsafeMutablePointer<git_signature>?
      let (time, offset) = (git_time_t(identity.time), Int32(identity.offset))
      try LibGit2.check(git_signature_new(&signature, identity.name, identity.email, time, offset), task)
      defer { git_signature_free(signature) }
      var id = try new.libgit2()
      try LibGit2.check(
        git_transaction_set_target(transaction.pointer, change.name, &id, signature, reflog), task)
    } else {
      try LibGit2.check(git_transaction_remove(transaction.pointer, change.name), task)
    }
    try LibGit2.check(git_transaction_commit(transaction.pointer), task)
  }

  private func lock(_ name: String, _ transaction: borrowing Handle, _ task: String) throws(GitError) {
    let pointer = transaction.pointer
    try lockWait(name).retrying { () throws(GitError) -> Void? in
      let code = git_transaction_lock_ref(pointer, name)
      if code == GIT_ELOCKED.rawValue { return nil }
      try LibGit2.check(code, task)
      return ()
    }
  }

  /// References are files: `a` and `a/b` cannot both exist. libgit2's transactions do not check the packed ones.
  private func refuseNameConflicts(of name: String) throws(GitError) {
    var parts = name.split(separator: "/").dropLast()
    while parts.count > 2 {
      let parent = parts.joined(separator: "/")
      if try reference(named: parent) != nil { throw .referenceInTheWay(parent, of: name) }
      parts.removeLast()
    }
    if let child = try referenceNames(below: "\(name)/").first { throw .referenceInTheWay(child, of: name) }
  }
}
