import MartletCore
import Processes

/// Why an operation on a repository failed. Errors about remotes are `TransportError`s.
package enum GitError: Error, Equatable, Sendable {
  case notARepository(path: String)
  /// The repository belongs to another user and is not named in `safe.directory`.
  case foreignOwner(path: String)
  /// A git directory among files, while `safe.bareRepository` is `explicit`.
  case bareRepositoryRefused(String)
  /// A repository that git cannot open.
  case unusable(path: String, reason: String)
  /// This git variable names another repository, work tree or index than that of the folder.
  case misleadingVariable(String, value: String)
  /// A named pipe, a socket or a device that git would open.
  case specialFile(String)
  /// Stored data is incomplete or unreadable.
  case damaged(task: String, reason: String)
  case unreadableIndex(reason: String)
  case locked(reason: String)
  /// Another git command held a lock for longer than the waiting time.
  case lockHeld(path: String, ageInSeconds: Int)
  /// A folder of the repository that this user may not write to.
  case notWritable(folder: String)
  case noSuchObject(ObjectID)
  case branchNotText
  case missingIdentity(Identity.Role)
  case identityNotText(Identity.Role)
  case invalidDate(String, variable: String)
  /// A git setting with an invalid value.
  case invalidSetting(String, value: String, expected: String)
  /// HEAD is not at the expected commit; nil is a branch without a commit.
  case headMoved(expected: ObjectID?, found: ObjectID?)
  case referenceMoved(String, expected: ObjectID?, found: ObjectID?)
  /// A reference exists where the other one needs a folder.
  case referenceInTheWay(String, of: String)
  case invalidTagName(String)
  /// `target` is the tagged commit, or the tagged object when that is not a commit.
  case tagExists(String, target: ObjectID)
  case unknownRevision(String)
  /// A revision that names a file.
  case noTree(String)
  /// A referenced object is missing; the path is that of its file.
  case missingObject(ObjectID, path: String?, isPartialClone: Bool)
  case unusableObject(ObjectID, reason: String)
  /// A name in a tree that must not be written.
  case unsafePath(String, reason: String)
  case badPathspec(String, reason: String)
  case noMatch(String)
  case submoduleInTree(String)
  case missingSubmodule(String, commit: ObjectID)
  case unsupportedEncoding(String, name: String)
  case smudgeFailed(String, filter: String, output: String)
  /// A filter that only the repository's own configuration declares, in a command that only looks.
  case hiddenFilter(String, filter: String)
  /// A placeholder that the `git` program does not support.
  case unexpandable(String, format: String, output: String)
  case notCommittable(RelativePath, reason: String)
  /// A file of a submodule, or of a repository that is in this one.
  case inOtherRepository(RelativePath, folder: RelativePath)
  /// git is configured to ignore changes of the file.
  case hiddenFromGit(RelativePath, HiddenFile)
  case unmergedPaths([RelativePath])
  case nothingToCommit
  case emptyMessage
  case nulInMessage
  case hookFailed(name: String, how: String, output: String)
  case filterFailed(RelativePath, output: String)
  case missingSigningKey(format: String)
  case unknownSigningFormat(String)
  /// Files are signed with ssh, and git signs in that format.
  case notSSH(format: String)
  case signingFailed(program: String, output: String)
  /// The value of the variable is not a private key.
  case unusableGivenKey(variable: String)
  case program(ProcessError)
  /// A hook, a filter or a signing program was stopped because this process must stop because of that signal.
  case interrupted(signal: Int32)
  /// git did not do `task`, and printed why.
  case refused(task: String, output: String)
  /// git or the system failed to do `task`, for `reason`.
  case failed(task: String, reason: String)
}
