import MartletCore

extension Repository {
  /// Removes what a killed Martlet process left: its lock and drafts of the index, and its locks of `references`.
  ///
  /// The caller must know that the process has ended. A lock of the index contains the process ID. A lock of a
  /// reference does not: it counts as left over when it is empty or names one of `objects`, and does not change for a
  /// moment.
  ///
  /// - Returns: The removed locks, as paths relative to the git directory.
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
        marks.contains(contents), isAbandoned(path, since: before)
      else { return nil }
      Files.remove(path)
      return path
    }
  }

  /// Returns whether the file did not change for a moment: git holds the lock of a reference only while writing it.
  private func isAbandoned(_ path: String, since before: Files.Status) -> Bool {
    if Files.now - Files.modificationTime(of: before) > 2 { return true }
    Files.pause(milliseconds: 50)
    guard let after = try? Files.status(of: path) else { return false }
    return after.st_ino == before.st_ino && Files.modificationTime(of: after) == Files.modificationTime(of: before)
  }
}
