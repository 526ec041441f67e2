import Processes
import TextEditing
import Versioning

/// Why something could not be done in a repository. What a remote refuses is a `TransportError`.
package enum GitError: Error, Equatable, Sendable {
  case notARepository(path: String)
  /// The repository belongs to another user and is not named in `safe.directory`.
  case foreignOwner(path: String)
  /// A repository of a kind that libgit2 cannot read.
  case unsupported(path: String, reason: String)
  case locked(reason: String)
  case lockedIndex(path: String, ageInSeconds: Int)
  case noSuchObject(ObjectID)
  case missingIdentity(Identity.Role)
  case invalidDate(String, variable: String)
  /// HEAD is not where it was expected; nil is a branch without a commit.
  case headMoved(expected: ObjectID?, found: ObjectID?)
  case referenceMoved(String, expected: ObjectID?, found: ObjectID?)
  /// One name stands where the other needs a folder.
  case referenceInTheWay(String, of: String)
  case invalidTagName(String)
  /// `target` is the commit that the tag names already, or the tag's object when that is no commit.
  case tagExists(String, target: ObjectID)
  case notCommittable(RelativePath, reason: String)
  case nothingToCommit
  case emptyMessage
  case nulInMessage
  case hookFailed(name: String, how: String, output: String)
  case filterFailed(RelativePath, output: String)
  case missingSigningKey(format: String)
  case unknownSigningFormat(String)
  case signingFailed(program: String, output: String)
  case program(ProcessError)
  /// What libgit2 or the system answered when it was ordered to do `task`.
  case failed(task: String, reason: String)
}

extension GitError: ExplainedError {
  package var diagnostics: [Diagnostic] {
    [Diagnostic(message, hint: hint, notes: notes)]
  }

  private var message: String {
    switch self {
    case .notARepository(let path):
      "`\(path)` is not in a git repository"
    case .foreignOwner(let path):
      "the repository `\(path)` belongs to another user, and git does not trust it"
    case .unsupported(let path, let reason):
      "the repository `\(path)` cannot be read: \(reason)"
    case .locked(let reason):
      "another git command holds a lock: \(reason)"
    case .lockedIndex(let path, let age):
      "the index is locked by `\(path)`, \(age) s old"
    case .noSuchObject(let id):
      "no object \(id) in the repository"
    case .missingIdentity(let role):
      "the \(role.rawValue) of the commit is not known to git"
    case .invalidDate(let text, let variable):
      "`\(text)` in `\(variable)` is no date, expected one such as `@1767225600 +0000` or `2026-01-01T00:00:00Z`"
    case .headMoved(let expected, let found):
      "HEAD is at \(found.quoted), expected \(expected.quoted)"
    case .referenceMoved(let name, let expected, let found):
      "`\(name)` is at \(found.quoted), expected \(expected.quoted)"
    case .referenceInTheWay(let other, let name):
      "`\(name)` cannot be created while `\(other)` exists"
    case .invalidTagName(let name):
      "`\(name)` cannot be the name of a tag"
    case .tagExists(let name, let target):
      "the tag `\(name)` exists already, at \(target.short)"
    case .notCommittable(let path, let reason):
      "`\(path)` cannot be committed: \(reason)"
    case .nothingToCommit:
      "nothing to commit: the given files are as HEAD has them"
    case .emptyMessage:
      "the message is empty"
    case .nulInMessage:
      "the message holds a NUL byte"
    case .hookFailed(let name, let how, _):
      "the hook `\(name)` refused the commit with \(how)"
    case .filterFailed(let path, _):
      "the content filter of `\(path)` failed"
    case .missingSigningKey(let format):
      "signing is on, but there is no key for the format `\(format)`"
    case .unknownSigningFormat(let format):
      "`\(format)` in `gpg.format` is no signing format, expected `openpgp`, `ssh` or `x509`"
    case .signingFailed(let program, _):
      "`\(program)` could not sign"
    case .program(let error):
      error.description
    case .failed(let task, let reason):
      "git could not \(task): \(reason)"
    }
  }

  private var hint: String? {
    switch self {
    case .foreignOwner(let path):
      "trust it with `git config --global --add safe.directory '\(path.replacingSingleQuotes)'`"
    case .lockedIndex(let path, _):
      "wait for the other git command, or remove `\(path)` if none is running"
    case .missingIdentity:
      "say who you are with `git config --global user.name 'Your Name'` and `git config --global user.email you@example.com`"
    case .missingSigningKey:
      "name one with `git config user.signingkey KEY`"
    case .unsupported:
      "use a repository with SHA-1 objects and the `files` reference storage"
    case .notARepository: "make it one with `git init`, or name the folder of one with `-C DIR`"
    case .locked, .noSuchObject, .invalidDate, .headMoved, .referenceMoved, .referenceInTheWay,
      .invalidTagName, .tagExists, .notCommittable, .nothingToCommit, .emptyMessage, .nulInMessage, .hookFailed,
      .filterFailed, .unknownSigningFormat, .signingFailed, .program, .failed:
      nil
    }
  }

  private var notes: [String] {
    switch self {
    case .hookFailed(_, _, let output), .filterFailed(_, let output), .signingFailed(_, let output):
      output.nonEmptyLines
    case .notARepository, .foreignOwner, .unsupported, .locked, .lockedIndex, .noSuchObject, .missingIdentity,
      .invalidDate, .headMoved, .referenceMoved, .referenceInTheWay, .invalidTagName, .tagExists, .notCommittable,
      .nothingToCommit, .emptyMessage, .nulInMessage, .missingSigningKey, .unknownSigningFormat, .program, .failed:
      []
    }
  }
}

extension ObjectID? {
  fileprivate var quoted: String { map(\.short) ?? "no commit" }
}

extension String {
  /// The lines that say something, set in as somebody else's words, for the notes of a diagnostic.
  var nonEmptyLines: [String] {
    split(whereSeparator: \.isNewline).map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
      .map { "  \($0.trimmingTrailingBlanks())" }
  }

  fileprivate var replacingSingleQuotes: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}
