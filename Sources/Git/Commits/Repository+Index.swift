import MartletCore

extension Repository {
  /// The bytes of the index; nil when there is none.
  package var indexContents: [UInt8]? { try? Files.contents(of: "\(gitDirectory)/index") }

  /// Replaces the index with the `bytes` of an earlier one under git's lock, if it still equals `expected`.
  ///
  /// - Returns: False when it differs from `expected`.
  package func restoreIndex(_ bytes: [UInt8], expecting expected: [UInt8]?) throws(GitError) -> Bool {
    try replaceIndex(with: bytes, olderThanIndex: true, expecting: expected)
  }

  func replaceIndex(
    with bytes: [UInt8], olderThanIndex isOlder: Bool = false, expecting expected: [UInt8]?
  ) throws(GitError) -> Bool {
    let lock = try IndexLock(of: self)
    guard indexContents == expected else { return false }
    try lock.replace(with: bytes, olderThanIndex: isOlder)
    return true
  }

  /// Resets the given paths of the index to `commit`; files that it does not have are removed.
  ///
  /// - Parameter commit: Nil removes all of them.
  package func resetIndex(_ paths: [RelativePath], to commit: ObjectID?) throws(GitError) {
    guard !paths.isEmpty else { return }
    try lockWait("index").waitUntilFree()
    let removal = ["rm", "--cached", "--quiet", "--force", "--ignore-unmatch", "--"]
    let arguments = commit.map { ["reset", "--quiet", $0.hex, "--"] } ?? removal
    _ = try GitChange.uninterrupted(self).output(of: arguments + paths.map(\.literal), to: "reset files in the index")
  }

  /// Updates those of `paths` to `commit` whose entries in the index are still as in `parent`. The index file may
  /// differ from the known one, because `git status` rewrites it.
  package func advanceIndex(_ paths: [RelativePath], from parent: ObjectID, to commit: ObjectID) throws(GitError) {
    func differing(from id: ObjectID) throws(GitError) -> Set<String> {
      let comparison = ["diff-index", "--cached", "--name-only", "-z", id.hex, "--"]
      let names = try GitChange.uninterrupted(self).output(
        of: comparison + paths.map(\.literal), to: "compare the index")
      return Set(names.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    }
    let behind = try differing(from: commit).subtracting(differing(from: parent))
    try resetIndex(paths.filter { behind.contains($0.string) }, to: commit)
  }
}
