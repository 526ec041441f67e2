import MartletCore
import Processes

/// A git repository with a work tree, opened for reading and writing. It contains no release policy.
///
/// It owns running programs and is not `Sendable`: use it where it was opened. Its results are values. The `git` program
/// reads everything (`GitQuery`, `ObjectDatabase`), changes it (`GitChange`) and contacts remotes (`GitTransport`).
package final class Repository {
  private(set) lazy var objects = ObjectDatabase { [unowned self] in objectSource }
  /// The length of the ids of its objects in bytes.
  let idLength: Int
  /// The source of git's variables, and the environment of started programs.
  package let environment: [String: String]
  /// Stops started programs, such as hooks, early; nil for nothing.
  package var interruption: Interruption? {
    didSet { if interruption !== oldValue { objects.close() } }
  }
  /// The top folder of the work tree, without links and without a slash at its end; the git directory when `isBare`.
  package let workTree: String
  /// The directory with this work tree's HEAD and index, without a slash at its end.
  package let gitDirectory: String
  /// The directory that all work trees share, with the objects and branches; often the same as `gitDirectory`.
  package let commonDirectory: String
  /// Whether the repository has no work tree.
  package let isBare: Bool
  /// What git uses for one server if the user has configured nothing; nil for nothing.
  package var serverCredential: ServerCredential?
  /// Whether programs that the repository's own configuration names may run, such as filters. If not, only its safe
  /// settings are used: see `SafeSetting`.
  package var runsOwnPrograms = true {
    didSet { if runsOwnPrograms != oldValue { placement = nil } }
  }
  /// The settings, read once. They are also those of conditional includes.
  package internal(set) var settings = GitSettings.none
  /// The replacements of objects by their IDs; nil before they are needed.
  var knownReplacements: [ObjectID: ObjectID]?
  /// What HEAD named when it was read, and its file; nil before.
  var knownHead: (file: FileState, head: HeadState)?
  /// The entries of the index when they were read; nil before.
  var knownIndex: ListedIndex?
  /// The identities that git has found, by role.
  var identities: [Identity.Role: (now: Int64, identity: Identity)] = [:]
  /// The variables with which the `git` program works on this repository, and no other; nil before they are needed.
  var placement: Placement?
  /// The variables with tokens and passwords, which of all programs only the transport of git gets.
  package var credentialVariables: Set<String> = []
  /// How long to wait for a lock of git.
  package var lockPatience = Duration.seconds(2)
  /// Called before the status is read without the filters of the repository's own configuration.
  package var reportHiddenFilters: (() -> Void)?

  /// Opens the repository that contains `path`, searched upwards as by git.
  ///
  /// - Throws: `GitError.misleadingVariable` when `GIT_DIR` or `GIT_WORK_TREE` names another one.
  package init(containing path: String, environment: [String: String]) throws(GitError) {
    self.environment = environment
    let place = try RepositoryPlace.of(path, environment)
    (gitDirectory, commonDirectory, idLength) = (place.gitDirectory, place.commonDirectory, place.idLength)
    workTree = place.workTree ?? gitDirectory
    isBare = place.workTree == nil
    try refuseSpecialFiles()
    try Self.refuse("GIT_DIR", of: environment, unlessAt: gitDirectory, from: path)
    try Self.refuse("GIT_WORK_TREE", of: environment, unlessAt: workTree, from: path)
    try readSettings()
  }

  /// Whether it is a shallow clone, whose older commits are missing.
  package var isShallow: Bool { !shallowCommits.isEmpty }
}
