import MartletCore
import SystemAPI

extension Repository {
  /// Removes what killed processes left: the drafts of the index of this process number, the lock of a `git commit` that
  /// is dead, and the locks of `references`.
  ///
  /// The caller must know that the process of Martlet has ended. The lock of a reference counts as left over when it is
  /// empty or names an object that `isOwn`, and does not change for a moment.
  ///
  /// - Returns: The removed locks, as paths.
  package func removeLeftovers(
    ofProcess number: Int32, lockedReferences references: [String], naming isOwn: (ObjectID) -> Bool
  ) -> [String] {
    for draft in ["index.lock-\(number)", "martlet-index-\(number)", "martlet-index-\(number).lock"] {
      Files.remove("\(gitDirectory)/\(draft)")
    }
    var removed = removeLocksOfDeadCommits()
    let index = "\(gitDirectory)/index.lock"
    if remove(index, if: { $0 == IndexLock.mark(ofProcess: number) }) { removed.append(index) }
    let locks = ["\(gitDirectory)/HEAD.lock"] + references.map { "\(commonDirectory)/\($0).lock" }
    return removed
      + locks.filter { path in
        remove(path) { contents in
          contents.isEmpty || ObjectID(String(decoding: contents.dropLast(), as: UTF8.self)).map(isOwn) == true
        }
      }
  }

  /// Waits until no `git commit --only` is running.
  ///
  /// - Throws: `GitError.lockHeld`.
  package func waitForCommits() throws(GitError) {
    for commit in commitsInProgress where !commit.isDead {
      // git has this lock as long. Without one, another program has the number of a dead git.
      guard let lock = indexLocks.first else { continue }
      try LockWait(path: lock, timeout: lockPatience).retrying { () throws(GitError) -> Void? in
        guard try Files.status(of: commit.path) != nil, try Files.status(of: lock) != nil else { return () }
        return nil
      }
    }
  }

  /// The locks of the index, and of its copy for a commit.
  private var indexLocks: [String] {
    ((try? SystemFile.names(in: gitDirectory)) ?? []).filter { name in
      name == "index.lock" || (name.hasPrefix("martlet-index-") && name.hasSuffix(".lock"))
    }.map { "\(gitDirectory)/\($0)" }
  }

  /// The second index of each `git commit --only`, which git names `next-index-NUMBER.lock`, by the number of its process.
  private var commitsInProgress: [(path: String, isDead: Bool)] {
    ((try? SystemFile.names(in: gitDirectory)) ?? []).compactMap { name in
      guard name.hasPrefix("next-index-"), name.hasSuffix(".lock"),
        let number = Int32(name.dropFirst("next-index-".count).dropLast(".lock".count)), number > 0
      else { return nil }
      return ("\(gitDirectory)/\(name)", Self.isDead(number))
    }
  }

  /// Whether the process has ended, also if nothing has asked for its status: then Linux keeps it, as in some containers.
  private static func isDead(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 || errno != ESRCH else { return true }
    // The state comes after the name, which is in parentheses. macOS has no such file.
    guard let status = try? SystemFile.contents(at: "/proc/\(process)/stat") else { return false }
    return String(decoding: status, as: UTF8.self).split(separator: ") ").last?.first == "Z"
  }

  /// Removes the locks of the index of each `git commit --only` that was killed.
  ///
  /// - Returns: The path of `index.lock` if it was removed.
  func removeLocksOfDeadCommits() -> [String] {
    let index = "\(gitDirectory)/index.lock"
    var removed: [String] = []
    for commit in commitsInProgress where commit.isDead {
      guard let draft = try? Files.status(of: commit.path) else { continue }
      // A lock that is newer belongs to another command, which began after the first lock had been removed.
      if let lock = try? Files.status(of: index), lock.isNotNewer(than: draft) {
        Files.remove(index)
        removed.append(index)
      }
      Files.remove(commit.path)
    }
    return removed
  }

  private func remove(_ path: String, if isLeft: ([UInt8]) -> Bool) -> Bool {
    guard let before = try? Files.status(of: path), let contents = try? Files.contents(of: path), isLeft(contents),
      isAbandoned(path, since: before)
    else { return false }
    Files.remove(path)
    return true
  }

  /// Returns whether the file did not change for a moment: git holds the lock of a reference only while writing it.
  private func isAbandoned(_ path: String, since before: Files.Status) -> Bool {
    if Files.now - Files.modificationTime(of: before) > 2 { return true }
    Files.pause(milliseconds: 50)
    guard let after = try? Files.status(of: path) else { return false }
    return after.st_ino == before.st_ino && Files.modificationTime(of: after) == Files.modificationTime(of: before)
  }
}

extension Files.Status {
  fileprivate func isNotNewer(than other: Files.Status) -> Bool {
    let (own, other) = (Files.modification(of: self), Files.modification(of: other))
    return (own.tv_sec, own.tv_nsec) <= (other.tv_sec, other.tv_nsec)
  }
}
