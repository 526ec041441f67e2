import CLibGit2
import Processes

/// A git repository with a work tree, opened for reading and writing. It contains no release policy.
///
/// It owns libgit2's objects and is not `Sendable`: use it where it was opened. Its results are values. The `git` program
/// reads status and history (`GitQuery`) and contacts remotes (`GitTransport`); libgit2 does everything else.
package final class Repository {
  /// libgit2's repository.
  let libgit2: OpaquePointer
  /// Its objects, which libgit2 reads through this database as well.
  let objects: ObjectDatabase
  /// The source of git's variables, and the environment of started programs.
  package let environment: [String: String]
  /// Stops started programs, such as hooks, early; nil for nothing.
  package var interruption: Interruption?
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
    let repository = try Self.open(path, environment)
    libgit2 = repository
    gitDirectory = Self.path(git_repository_path(repository))
    commonDirectory = Self.path(git_repository_commondir(repository))
    workTree = git_repository_workdir(repository).map(Self.path) ?? gitDirectory
    isBare = git_repository_is_bare(repository) == 1
    try Self.refuseHiddenDirectory(gitDirectory, of: environment, from: path)
    objects = ObjectDatabase(writingTo: "\(commonDirectory)/objects")
    try objects.install(in: repository)
    objects.repository = self
    try refuseSpecialFiles()
    try Self.refuse("GIT_DIR", of: environment, unlessAt: gitDirectory, from: path)
    try Self.refuse("GIT_WORK_TREE", of: environment, unlessAt: workTree, from: path)
    try readSettings()
    try useConfiguration(of: environment, in: repository)
  }

  deinit { git_repository_free(libgit2) }

  /// Whether it is a shallow clone, whose older commits are missing.
  package var isShallow: Bool { !shallowCommits.isEmpty }

  private static func path(_ string: UnsafePointer<CChar>?) -> String {
    guard let string else { return "" }
    var path = String(cString: string)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
