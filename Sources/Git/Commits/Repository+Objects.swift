import CLibGit2
import MartletCore

extension Repository {
  /// Stores a commit, signed as `request` specifies.
  func write(_ commit: CommitObject, of request: CommitRequest) throws(GitError) -> ObjectID {
    var signature: String?
    if signs(.commit, request.signing) {
      let signer = try Signer(of: commit.committer, in: self, isInteractive: request.isInteractive)
      signature = try signer.signature(of: commit.bytes())
    }
    return try write(commit.bytes(signature: signature), GIT_OBJECT_COMMIT)
  }

  /// Stores a tag object, signed as `request` specifies.
  func write(_ tag: TagObject, of request: TagRequest) throws(GitError) -> ObjectID {
    var signature: String?
    if signs(.tag, request.signing) {
      let signer = try Signer(of: tag.tagger, in: self, isInteractive: request.isInteractive)
      signature = try signer.signature(of: tag.bytes())
    }
    return try write(tag.bytes(signature: signature), GIT_OBJECT_TAG)
  }

  /// Stores an object with these bytes.
  func write(_ bytes: [UInt8], _ kind: git_object_t) throws(GitError) -> ObjectID {
    let task = "store an object"
    let repository = libgit2
    let database = try Handle(git_odb_free, task) { git_repository_odb(&$0, repository) }
    var id = git_oid()
    try LibGit2.store(task) { git_odb_write(&id, database.pointer, bytes, bytes.count, kind) }
    return ObjectID(id)
  }
}
