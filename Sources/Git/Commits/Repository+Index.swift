import CLibGit2

extension Repository {
  /// The bytes of the index; nil when there is none.
  package var indexContents: [UInt8]? { try? Files.contents(of: "\(gitDirectory)/index") }

  /// Puts `bytes` in the place of the index, by git's protocol, if it still holds `expected`.
  ///
  /// - Returns: false when it holds something else by now.
  package func replaceIndex(with bytes: [UInt8], expecting expected: [UInt8]?) throws(GitError) -> Bool {
    let index = try IndexFile(locking: self)
    guard indexContents == expected else { return false }
    try Files.overwrite(index.path, bytes)
    try index.replace(indexOf: self)
    return true
  }
}
