import CLibGit2
import MartletCore

extension Repository {
  /// Stores a commit that contains one file, without a reference, and returns its id. It is not signed, and no filters or hooks
  /// run.
  ///
  /// - Parameter now: In seconds since 1970.
  package func storeCommit(
    ofFile name: String, holding bytes: [UInt8], message: String, now: Int64
  ) throws(GitError) -> ObjectID {
    let index = try IndexFile(temporaryIn: self)
    var entry = git_index_entry()
    entry.mode = 0o100644
    entry.id = try storeBlob(bytes).libgit2()
    try index.set(entry, at: name)
    var request = CommitRequest(paths: [], message: message, expectedHead: nil, now: now)
    request.signing = .never
    let commit = CommitObject(
      tree: try writeTree(of: index), parents: [], author: try identity(.author, now: now),
      committer: try identity(.committer, now: now), message: message)
    return try write(commit, of: request)
  }

  /// Stores the tree of a commit with other contents of some files, and returns its id. No filters run.
  ///
  /// - Parameter contents: Nil leaves the file out.
  func storeTree(of commit: ObjectID, with contents: [RelativePath: [UInt8]?]) throws(GitError) -> ObjectID {
    let index = try IndexFile(temporaryIn: self)
    try read(commit, into: index)
    for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      guard let bytes else {
        try index.set(nil, at: path.string)
        continue
      }
      var entry = index.entry(at: path.string) ?? git_index_entry()
      if entry.mode == 0 { entry.mode = 0o100644 }
      entry.id = try storeBlob(bytes).libgit2()
      try index.set(entry, at: path.string)
    }
    return try writeTree(of: index)
  }

  private func storeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    var id = git_oid()
    let code = bytes.withUnsafeBytes { git_blob_create_from_buffer(&id, libgit2, $0.baseAddress, bytes.count) }
    try LibGit2.check(code, "store a file")
    return ObjectID(id)
  }
}
