import Git
import MartletCore
import TestSupport

extension GitSandbox {
  /// The sandbox's repository, opened again.
  func repository() throws -> Repository { try Repository(containing: path, environment: environment) }

  /// The target of HEAD, nil if it is unborn.
  func headID() throws -> ObjectID? { ObjectID(try attempt("rev-parse", "--verify", "--quiet", "HEAD").outputText) }

  /// The id of a revision according to git.
  func id(_ revision: String) throws -> ObjectID {
    guard let id = ObjectID(try git("rev-parse", revision)) else { throw NoObjectID(revision: revision) }
    return id
  }

  /// A request to commit files on top of the current HEAD.
  func order(_ paths: [RelativePath], _ message: String = "Change") throws -> CommitRequest {
    CommitRequest(paths: paths, message: message, expectedHead: try headID(), now: 1_800_000_000)
  }

  /// Everything that a failed commit must keep: references, reflog, staged content, work tree.
  func fingerprint() throws -> [String] {
    [
      try attempt("for-each-ref").outputText, try attempt("reflog", "--all").outputText,
      try git("symbolic-ref", "-q", "HEAD"), try git("ls-files", "--stage"), try git("status", "--porcelain"),
      try git("diff"), has(".git/index.lock") ? "locked" : "free",
    ]
  }
}

struct NoObjectID: Error {
  let revision: String
}
