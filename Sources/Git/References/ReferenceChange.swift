import MartletCore

/// A planned change of a reference whose current object is known.
struct ReferenceChange {
  /// The full name, or `HEAD` when it is detached.
  let name: String
  /// The current object; nil when the reference must not exist.
  let expected: ObjectID?
  /// The new object; nil removes the reference.
  let new: ObjectID?

  /// The arguments for `git update-ref`, which moves nothing if the current object is another one. As an input that git
  /// does not get, they would be no error.
  fileprivate var arguments: [String] {
    let none = String(repeating: "0", count: (new ?? expected)?.hex.utf8.count ?? 0)
    return [name, new?.hex ?? none, expected?.hex ?? none]
  }
}

extension Repository {
  /// Moves a reference if it names the expected object while it is locked; otherwise throws `referenceMoved`. No hooks
  /// run.
  ///
  /// - Parameter now: The time in the reflog; nil if the reference has none.
  func apply(_ change: ReferenceChange, reflog: String, now: Int64? = nil) throws(GitError) {
    var git = GitChange.uninterrupted(self)
    // Undoing a commit must not fail because no identity is configured.
    if let now, (try? identity(.committer, now: now)) == nil {
      git.variables = ["GIT_COMMITTER_NAME": "martlet", "GIT_COMMITTER_EMAIL": "martlet@localhost"]
    }
    let options = reflog.isEmpty ? [] : ["-m", reflog]
    let command = git.command(["update-ref"] + options + ["--no-deref"] + change.arguments, now: now)
    let wait = lockWait(change.name)
    try wait.retrying { () throws(GitError) -> Void? in
      let result = try command.result()
      if result.succeeded { return () }
      let found = try reference(named: change.name)
      guard found == change.expected else {
        throw .referenceMoved(change.name, expected: change.expected, found: found)
      }
      if try Files.status(of: wait.path) != nil { return nil }
      if change.expected == nil { try refuseNameConflicts(of: change.name) }
      throw .failed(task: "move `\(change.name)`", reason: result.lastErrorLine)
    }
  }

  /// Checks that no reference exists where the reference `name` needs a folder, or is one.
  func refuseNameConflicts(of name: String) throws(GitError) {
    var parts = name.split(separator: "/").dropLast()
    while parts.count > 2 {
      let parent = parts.joined(separator: "/")
      if try reference(named: parent) != nil { throw .referenceInTheWay(parent, of: name) }
      parts.removeLast()
    }
    if let child = try referenceNames(below: "\(name)/").first { throw .referenceInTheWay(child, of: name) }
  }
}
