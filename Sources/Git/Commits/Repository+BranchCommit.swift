import MartletCore

/// New contents of a file for a commit that is made without the work tree.
package struct FileContents: Sendable {
  package let path: RelativePath
  /// As they would be in the work tree, before git's filters convert them.
  package let bytes: [UInt8]
  /// Whether a new file is executable; an existing one keeps its mode.
  package let isExecutable: Bool

  package init(path: RelativePath, bytes: [UInt8], isExecutable: Bool) {
    self.path = path
    self.bytes = bytes
    self.isExecutable = isExecutable
  }
}

// Commits for other branches than the one that is checked out. HEAD, the index and the work tree stay as they are.
extension Repository {
  /// Stores the tree of `commit` with other contents of `files`, and returns its id.
  package func storeTree(of commit: ObjectID, with files: [FileContents]) throws(GitError) -> ObjectID {
    let draft = try TreeDraft(in: self, from: commit)
    var changes: [String: TreeFile?] = [:]
    for file in files {
      let previous = try treeFile(at: file.path, in: commit)?.mode
      if previous == IndexEntry.submodule { throw .notCommittable(file.path, reason: "it is a submodule") }
      let object = try storeBlob(file.bytes, filteredFor: file.path)
      changes[file.path.string] = TreeFile(
        mode: previous ?? (file.isExecutable ? "100755" : "100644"), object: object)
    }
    try draft.set(changes)
    return try draft.store()
  }

  /// Stores the tree of a commit with other contents of some files, and returns its id. No filters run.
  ///
  /// - Parameter contents: Nil leaves the file out.
  func storeTree(of commit: ObjectID, with contents: [RelativePath: [UInt8]?]) throws(GitError) -> ObjectID {
    let draft = try TreeDraft(in: self, from: commit)
    var changes: [String: TreeFile?] = [:]
    for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      guard let bytes else {
        changes.updateValue(nil, forKey: path.string)
        continue
      }
      let mode = try treeFile(at: path, in: commit)?.mode ?? "100644"
      changes[path.string] = TreeFile(mode: mode, object: try storeBlob(bytes))
    }
    try draft.set(changes)
    return try draft.store()
  }

  /// Stores a commit of `tree`, without a reference, and returns its id. No hooks run.
  package func storeCommit(
    of tree: ObjectID, on parent: ObjectID, message: String, now: Int64, signing: SigningPolicy, isInteractive: Bool
  ) throws(GitError) -> ObjectID {
    try storeCommit(
      of: tree, on: [parent], message: message, now: now, signing: signing, isInteractive: isInteractive, in: nil)
  }

  /// Stores a commit that contains one file, without a reference, and returns its id. It is not signed, and no filters or
  /// hooks run.
  ///
  /// - Parameter now: In seconds since 1970.
  package func storeCommit(
    ofFile name: String, holding bytes: [UInt8], message: String, now: Int64
  ) throws(GitError) -> ObjectID {
    let draft = try TreeDraft(in: self, from: nil)
    try draft.set([name: TreeFile(mode: "100644", object: try storeBlob(bytes))])
    return try storeCommit(of: try draft.store(), on: [], message: message, now: now, signing: .never)
  }

  /// Returns `message` as a commit stores it.
  package func cleanMessage(_ message: String) throws(GitError) -> String { try Message(message).text }

  /// Whether the repository has the commit.
  package func hasCommit(_ id: ObjectID) throws(GitError) -> Bool { try objects.kind(of: id) == .commit }

  package func hasObject(_ id: ObjectID) throws(GitError) -> Bool { try objects.kind(of: id) != nil }
}
