import CLibGit2
import MartletCore
import Processes

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
    let index = try IndexFile(temporaryIn: self)
    try read(commit, into: index)
    for file in files {
      let previous = index.entry(at: file.path.string)
      if previous?.mode == Self.submoduleMode { throw .notCommittable(file.path, reason: "it is a submodule") }
      var entry = git_index_entry()
      entry.mode = previous?.mode ?? (file.isExecutable ? 0o100755 : 0o100644)
      entry.id = try storeContents(file).libgit2()
      try index.set(entry, at: file.path.string)
    }
    return try writeTree(of: index)
  }

  /// Stores a commit of `tree`, without a reference, and returns its id. No hooks run.
  package func storeCommit(
    of tree: ObjectID, on parent: ObjectID, message: String, now: Int64, signing: SigningPolicy, isInteractive: Bool
  ) throws(GitError) -> ObjectID {
    var request = CommitRequest(paths: [], message: message, expectedHead: parent, now: now)
    request.signing = signing
    request.isInteractive = isInteractive
    let object = CommitObject(
      tree: tree, parents: [parent], author: try identity(.author, now: now),
      committer: try identity(.committer, now: now), message: try cleanMessage(message))
    return try write(object, of: request)
  }

  /// Returns `message` as a commit stores it.
  package func cleanMessage(_ message: String) throws(GitError) -> String { try Message(message).text }

  /// Stores a file with git's filters for its path, which may be programs.
  private func storeContents(_ file: FileContents) throws(GitError) -> ObjectID {
    var command = gitProgram.command(["hash-object", "-w", "--stdin", "--path", file.path.string])
    command.input = .bytes(file.bytes)
    let result = try command.result()
    guard result.succeeded, let id = ObjectID(result.outputText) else {
      throw .filterFailed(file.path, output: result.errorText)
    }
    return id
  }

  /// Whether the repository has the commit.
  package func hasCommit(_ id: ObjectID) throws(GitError) -> Bool { try objects.kind(of: id) == .commit }

  package func hasObject(_ id: ObjectID) throws(GitError) -> Bool { try objects.kind(of: id) != nil }
}
