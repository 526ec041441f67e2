import Processes
import TextEditing
import Versioning

/// Why something could not be done in a repository. What a remote refuses is a `TransportError`.
package enum GitError: Error, Equatable, Sendable {
  case notARepository(path: String)
  /// The repository belongs to another user and is not named in `safe.directory`.
  case foreignOwner(path: String)
  /// One that libgit2 cannot open.
  case unusable(path: String, reason: String)
  /// A repository of a kind that libgit2 does not know; `name` is the setting below `extensions`.
  case unsupportedExtension(path: String, name: String)
  /// git's variable of that name points to another repository, work tree or index than the folder does.
  case misleadingVariable(String, value: String)
  /// What is stored is not whole, or not readable.
  case damaged(task: String, reason: String)
  case unreadableIndex(reason: String)
  case locked(reason: String)
  /// Another command of git held a lock for longer than this one waits.
  case lockHeld(path: String, ageInSeconds: Int)
  /// A folder of the repository's own that this user may not write to.
  case notWritable(folder: String)
  case noSuchObject(ObjectID)
  /// `refs/replace` has another object in the place of this one.
  case replacedObject(ObjectID)
  case branchNotText
  case missingIdentity(Identity.Role)
  case identityNotText(Identity.Role)
  case invalidDate(String, variable: String)
  /// A setting of git's whose value means nothing to it.
  case invalidSetting(String, value: String, expected: String)
  /// HEAD is not where it was expected; nil is a branch without a commit.
  case headMoved(expected: ObjectID?, found: ObjectID?)
  case referenceMoved(String, expected: ObjectID?, found: ObjectID?)
  /// One name stands where the other needs a folder.
  case referenceInTheWay(String, of: String)
  case invalidTagName(String)
  /// `target` is the commit that the tag names already, or the tag's object when that is no commit.
  case tagExists(String, target: ObjectID)
  case unknownRevision(String)
  /// A revision that names a file.
  case noTree(String)
  /// An object that others name is not there; the path is that of a file it belongs to.
  case missingObject(ObjectID, path: String?, isPartialClone: Bool)
  case damagedObject(ObjectID, reason: String)
  /// A name in a tree that is not written anywhere.
  case unsafePath(String, reason: String)
  case badPathspec(String, reason: String)
  case noMatch(String)
  case submoduleInTree(String)
  case missingSubmodule(String, commit: ObjectID)
  case unsupportedEncoding(String, name: String)
  case smudgeFailed(String, filter: String, output: String)
  /// A placeholder that only the `git` program knows, which is not there or failed.
  case unexpandable(String, format: String, output: String)
  case notCommittable(RelativePath, reason: String)
  /// A file of a submodule, or of a repository that stands in this one.
  case inOtherRepository(RelativePath, folder: RelativePath)
  /// git has been told not to look at the file.
  case hiddenFromGit(RelativePath, HiddenFile)
  case unmergedPaths([RelativePath])
  case nothingToCommit
  case emptyMessage
  case nulInMessage
  case hookFailed(name: String, how: String, output: String)
  case filterFailed(RelativePath, output: String)
  case missingSigningKey(format: String)
  case unknownSigningFormat(String)
  case signingFailed(program: String, output: String)
  /// What the variable holds is no private key.
  case unusableGivenKey(variable: String)
  case program(ProcessError)
  /// A hook, a filter or what signs was ended because this process is asked to stop, by the signal of that number.
  case interrupted(signal: Int32)
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
    case .unusable(let path, let reason):
      "the repository `\(path)` cannot be read: \(reason)"
    case .unsupportedExtension(let path, "objectformat"):
      "the repository `\(path)` has objects named by SHA-256, expected SHA-1"
    case .unsupportedExtension(let path, "refstorage"):
      "the repository `\(path)` keeps its references in another form than files"
    case .unsupportedExtension(let path, let name):
      "the repository `\(path)` uses `extensions.\(name)`, which is not known here"
    case .misleadingVariable(let name, let value):
      "`\(name)` is set to `\(value)`, expected it to be unset: the repository is the one that the folder is in"
    case .damaged(let task, let reason):
      "git could not \(task), because the repository is damaged: \(reason)"
    case .unreadableIndex(let reason):
      "the index cannot be read: \(reason)"
    case .locked(let reason):
      "another git command holds a lock: \(reason)"
    case .lockHeld(let path, let age):
      "another git command holds the lock `\(path)`, which is \(age.asAge) old"
    case .notWritable(let folder):
      "the folder `\(folder)` may not be written to by this user"
    case .noSuchObject(let id):
      "no object \(id) in the repository"
    case .replacedObject(let id):
      "git shows another object in the place of \(id.short) (`git replace`), which a commit would take over"
    case .branchNotText:
      "HEAD names a branch whose name is not UTF-8"
    case .identityNotText(let role):
      "the name or the address of the \(role.rawValue) is not UTF-8"
    case .missingIdentity(let role):
      "the \(role.rawValue) of the commit is not known to git"
    case .invalidDate(let text, let variable):
      "`\(text)` in `\(variable)` is no date, expected one such as `@1767225600 +0000` or `2026-01-01T00:00:00Z`"
    case .invalidSetting(let key, let value, let expected):
      "`\(key)` is set to `\(value)`, expected \(expected)"
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
    case .unknownRevision(let revision):
      "`\(revision)` names nothing in the repository, expected a commit, a tag or a tree"
    case .noTree(let revision):
      "`\(revision)` names a file, expected a commit, a tag or a tree"
    case .missingObject(let id, nil, _):
      "the object \(id) is missing in the repository"
    case .missingObject(let id, let path?, _):
      "`\(path)` cannot be read: its object \(id) is missing in the repository"
    case .damagedObject(let id, let reason):
      "the object \(id) is damaged: \(reason)"
    case .unsafePath(let path, let reason):
      "the path `\(path)` is refused: \(reason)"
    case .badPathspec(let path, let reason):
      "`\(path)` cannot limit the paths: \(reason)"
    case .noMatch(let path):
      "`\(path)` matches no path in the tree"
    case .submoduleInTree(let path):
      "`\(path)` is a submodule, expected none"
    case .missingSubmodule(let path, let commit):
      "the submodule `\(path)` is not there with its commit \(commit.short)"
    case .unsupportedEncoding(let path, let name):
      "`\(path)` has the encoding `\(name)`, which is not known"
    case .smudgeFailed(let path, let filter, _):
      "the filter `\(filter)` of `\(path)` failed"
    case .unexpandable(let path, let format, _):
      "`$Format:\(format)$` in `\(path)` cannot be filled in without a `git` program that knows it"
    case .notCommittable(let path, let reason):
      "`\(path)` cannot be committed: \(reason)"
    case .inOtherRepository(let path, let folder):
      "`\(path)` belongs to the repository in `\(folder)`, and cannot be committed in this one"
    case .hiddenFromGit(let path, let hidden):
      "`\(path)` is marked \(hidden.mark), so git would not commit it"
    case .unmergedPaths(let paths):
      "not merged yet: \(paths.map { "`\($0)`" }.joined(separator: ", "))"
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
    case .unusableGivenKey(let variable):
      "the variable `\(variable)` holds no private key for ssh and no OpenPGP private key in ASCII armour"
    case .program(let error):
      error.description
    case .interrupted(let signal):
      "interrupted by \(Signal(signal))"
    case .failed(let task, let reason):
      "git could not \(task): \(reason)"
    }
  }
}

extension ObjectID? {
  fileprivate var quoted: String { map(\.short) ?? "no commit" }
}

extension Int {
  /// This many seconds as people say it: `5 s`, `12 min`, `3 h`, `4 d`.
  fileprivate var asAge: String {
    switch self {
    case ..<120: "\(self) s"
    case ..<7200: "\(self / 60) min"
    case ..<172_800: "\(self / 3600) h"
    default: "\(self / 86400) d"
    }
  }
}
