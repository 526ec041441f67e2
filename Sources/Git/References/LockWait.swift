/// Waiting for a lock of git's: another command often holds it for a moment only.
struct LockWait {
  /// The file that git makes to lock something, and that is never removed here unless it was made here.
  let path: String
  /// How long a lock may be held before that is an error.
  let patience: Duration

  /// Tries until `attempt` succeeds.
  ///
  /// - Parameter attempt: Gives nil while the lock is held.
  /// - Throws: `GitError.lockHeld` when patience is over.
  func retrying<Value>(_ attempt: () throws(GitError) -> Value?) throws(GitError) -> Value {
    let end = ContinuousClock.now + patience
    while true {
      if let value = try attempt() { return value }
      if ContinuousClock.now >= end {
        // Whoever had it may have ended in this very moment: then there is one more attempt.
        guard let status = try Files.status(of: path) else {
          if let value = try attempt() { return value }
          throw .locked(reason: "`\(path)` comes and goes")
        }
        throw .lockHeld(path: path, ageInSeconds: max(0, Files.now - Files.modificationTime(of: status)))
      }
      Files.pause()
    }
  }

  /// Waits until nobody has the lock.
  func end() throws(GitError) {
    try retrying { () throws(GitError) -> Void? in try Files.status(of: path) == nil ? () : nil }
  }
}

extension Repository {
  /// Waiting for the lock of a reference, by its full name, or of `index` or `HEAD`.
  func lockWait(_ name: String) -> LockWait {
    let isShared = name.hasPrefix("refs/") && !["refs/bisect/", "refs/worktree/"].contains { name.hasPrefix($0) }
    return LockWait(path: "\(isShared ? commonDirectory : gitDirectory)/\(name).lock", patience: lockPatience)
  }
}
