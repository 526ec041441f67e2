import CLibGit2

extension Repository {
  /// The bytes of the index; nil when there is none.
  package var indexContents: [UInt8]? { try? Files.contents(of: "\(gitDirectory)/index") }

  /// Replaces the index with `bytes` under git's lock, if it still equals `expected`.
  ///
  /// - Returns: False when it differs from `expected`.
  package func replaceIndex(with bytes: [UInt8], expecting expected: [UInt8]?) throws(GitError) -> Bool {
    let index = try IndexFile(locking: self)
    guard indexContents == expected else { return false }
    try Files.overwrite(index.path, bytes)
    try index.replace(indexOf: self)
    return true
  }
}
