import Versioning

extension Repository {
  /// Removes what a process of ours that was killed has left in the way: its lock of the index, its drafts of one, and
  /// its locks of `references`.
  ///
  /// Whoever calls it knows that the process is no more. A lock of the index says whose it is. One of a reference does
  /// not: it counts as left over when it is empty or names one of `objects`, and is not touched meanwhile.
  ///
  /// - Returns: the locks that were removed, from the git directory on.
  package func removeLeftovers(
    ofProcess number: Int32, lockedReferences references: [String], naming objects: [ObjectID]
  ) -> [String] {
    for draft in [
      "index.lock-\(number)", "martlet-index-\(number)", "martlet-index-\(number).lock", "next-index-\(number).lock",
      "next-index-\(number).lock.lock",
    ] {
      Files.remove("\(gitDirectory)/\(draft)")
    }
    let ownMark = IndexFile.mark(ofProcess: number)
    let marks = [[]] + objects.map { Array("\($0)\n".utf8) }
    let locks =
      [("\(gitDirectory)/index.lock", [ownMark]), ("\(gitDirectory)/HEAD.lock", marks)]
      + references.map { ("\(commonDirectory)/\($0).lock", marks) }
    return locks.compactMap { path, marks in
      guard let before = try? Files.status(of: path), let contents = try? Files.contents(of: path),
        marks.contains(contents), isLeft(path, since: before)
      else { return nil }
      Files.remove(path)
      return path
    }
  }

  /// Whether nobody has been at the file for a moment: git holds a reference's lock no longer than it takes to write it.
  private func isLeft(_ path: String, since before: Files.Status) -> Bool {
    if Files.now - Files.modificationTime(of: before) > 2 { return true }
    Files.pause(milliseconds: 50)
    guard let after = try? Files.status(of: path) else { return false }
    return after.st_ino == before.st_ino && Files.modificationTime(of: after) == Files.modificationTime(of: before)
  }
}
