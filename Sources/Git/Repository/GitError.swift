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
