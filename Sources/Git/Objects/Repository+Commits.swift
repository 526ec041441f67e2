import CLibGit2
import MartletCore

extension Repository {
  /// Returns the commit with that ID; throws `noSuchObject` when there is none.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    let commit = try handle(ofCommit: id)
    guard let tree = git_commit_tree_id(commit.pointer), let author = git_commit_author(commit.pointer),
      let committer = git_commit_committer(commit.pointer)
    else { throw .failed(task: "read the commit \(id)", reason: "it is incomplete") }
    return Commit(
      id: id, tree: ObjectID(tree.pointee), parents: parents(of: commit.pointer),
      people: (Identity(author.pointee), Identity(committer.pointee)), message: message(of: commit.pointer))
  }

  /// Returns the bytes of a file in the commit, without conversion of line ends; for a symbolic link, its target. Nil
  /// when there is no such file.
  package func contents(of path: RelativePath, in commit: ObjectID) throws(GitError) -> [UInt8]? {
    let task = "read `\(path)` of \(commit)"
    let tree = try handle(ofTreeOf: commit)
    let entry = try Handle.ifFound(git_tree_entry_free, task) {
      git_tree_entry_bypath(&$0, tree.pointer, path.string)
    }
    guard let entry, git_tree_entry_type(entry.pointer) == GIT_OBJECT_BLOB else { return nil }
    let repository = libgit2
    let blob = try Handle(git_blob_free, task) { git_blob_lookup(&$0, repository, git_tree_entry_id(entry.pointer)) }
    return Array(
      UnsafeRawBufferPointer(
        start: git_blob_rawcontent(blob.pointer), count: Int(git_blob_rawsize(blob.pointer))))
  }

  func handle(ofCommit id: ObjectID) throws(GitError) -> Handle {
    var raw = try id.libgit2()
    let repository = libgit2
    let commit = try Handle.ifFound(git_commit_free, "read the commit \(id)") {
      git_commit_lookup(&$0, repository, &raw)
    }
    guard let commit else { throw .noSuchObject(id) }
    return commit
  }

  func handle(ofTreeOf commit: ObjectID) throws(GitError) -> Handle {
    let commit = try handle(ofCommit: commit)
    return try Handle(git_tree_free, "read the tree of a commit") { git_commit_tree(&$0, commit.pointer) }
  }

  private func parents(of commit: OpaquePointer) -> [ObjectID] {
    (0..<git_commit_parentcount(commit)).compactMap { git_commit_parent_id(commit, $0).map { ObjectID($0.pointee) } }
  }

  func message(of commit: OpaquePointer) -> String {
    guard let text = git_commit_message(commit) else { return "" }
    guard Self.isLatin1(git_commit_message_encoding(commit).map { String(cString: $0) }) else {
      return String(cString: text)
    }
    var message = ""
    var position = text
    while position.pointee != 0 {
      message.unicodeScalars.append(Unicode.Scalar(UInt8(bitPattern: position.pointee)))
      position += 1
    }
    return message
  }
}

extension Repository {
  /// Returns whether the encoding is one that libgit2 does not convert.
  static func isLatin1(_ encoding: String?) -> Bool {
    encoding.map { ["iso-8859-1", "iso8859-1", "latin1", "latin-1"].contains($0.lowercased()) } ?? false
  }
}

extension Identity {
  init(_ signature: git_signature) {
    self.init(
      name: String(cString: signature.name), email: String(cString: signature.email), time: signature.when.time,
      offset: Int(signature.when.offset))
  }
}
