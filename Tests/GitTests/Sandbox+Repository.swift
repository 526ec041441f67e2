import Git
import TestSupport
import TextEditing
import Versioning

extension GitSandbox {
  /// Our view of the sandbox's repository, opened anew.
  func repository() throws -> Repository { try Repository(containing: path, environment: environment) }

  /// What HEAD names, nil when it is unborn.
  func headID() throws -> ObjectID? { ObjectID(try attempt("rev-parse", "--verify", "--quiet", "HEAD").outputText) }

  /// The id that git gives for a revision.
  func id(_ revision: String) throws -> ObjectID {
    guard let id = ObjectID(try git("rev-parse", revision)) else { throw NoObjectID(revision: revision) }
    return id
  }

  /// An order to commit files on top of the HEAD there is.
  func order(_ paths: [RelativePath], _ message: String = "Change") throws -> CommitOrder {
    CommitOrder(paths: paths, message: message, expectedHead: try headID(), now: 1_800_000_000)
  }

  /// Everything that a failed commit must not change: references, reflog, staged content, work tree.
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
