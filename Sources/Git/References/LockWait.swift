/// Waits for a lock of git, which another command often holds only briefly.
struct LockWait {
  /// The path of the lock file. It is never removed here unless it was created here.
  let path: String
  /// How long to wait until it is an error.
  let timeout: Duration

  /// Retries until `attempt` succeeds.
  ///
  /// - Parameter attempt: Returns nil while the lock is held.
  /// - Throws: `GitError.lockHeld` after the waiting time.
  func retrying<Value>(_ attempt: () throws(GitError) -> Value?) throws(GitError) -> Value {
    let end = ContinuousClock.now + timeout
    while true {
      if let value = try attempt() { return value }
      if ContinuousClock.now >= end {
        // The lock may have been released just now: then there is one more attempt.
        guard let status = try Files.status(of: path) else {
          if let value = try attempt() { return value }
          throw .locked(reason: "`\(path)` keeps reappearing")
        }
        throw .lockHeld(path: path, ageInSeconds: max(0, Files.now - Files.modificationTime(of: status)))
      }
      Files.pause()
    }
  }

  /// Waits until the lock is free.
  func waitUntilFree() throws(GitError) {
    try retrying { () throws(GitError) -> Void? in try Files.status(of: path) == nil ? () : nil }
  }
}

extension Repository {
  /// Returns a wait for the lock of a reference, by its full name, or of `index` or `HEAD`.
  func lockWait(_ name: String) -> LockWait {
    let isShared = name.hasPrefix("refs/") && !["refs/bisect/", "refs/worktree/"].contains { name.hasPrefix($0) }
    return LockWait(path: "\(isShared ? commonDirectory : gitDirectory)/\(name).lock", timeout: lockPatience)
  }
}
