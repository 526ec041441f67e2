import CLibGit2
import Versioning

extension Repository {
  /// Stores a commit, signed as `order` says.
  func write(_ commit: CommitObject, of order: CommitOrder) throws(GitError) -> ObjectID {
    var signature: String?
    if signs(.commit, order.signing) {
      let signer = try Signer(of: commit.committer, in: self, isInteractive: order.isInteractive)
      signature = try signer.signature(of: commit.bytes())
    }
    return try write(commit.bytes(signature: signature), GIT_OBJECT_COMMIT)
  }

  /// Stores a tag's object, signed as `order` says.
  func write(_ tag: TagObject, of order: TagOrder) throws(GitError) -> ObjectID {
    var signature: String?
    if signs(.tag, order.signing) {
      let signer = try Signer(of: tag.tagger, in: self, isInteractive: order.isInteractive)
      signature = try signer.signature(of: tag.bytes())
    }
    return try write(tag.bytes(signature: signature), GIT_OBJECT_TAG)
  }

  private func write(_ bytes: [UInt8], _ kind: git_object_t) throws(GitError) -> ObjectID {
    let task = "store an object"
    let repository = libgit2
    let database = try Handle(git_odb_free, task) { git_repository_odb(&$0, repository) }
    var id = git_oid()
    try LibGit2.store(task) { git_odb_write(&id, database.pointer, bytes, bytes.count, kind) }
    return ObjectID(id)
  }
}
