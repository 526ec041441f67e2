import CLibGit2
import Processes

/// A git repository with a work tree, opened for reading and writing. No policy: it does what it is told.
///
/// It owns libgit2's objects and is not `Sendable`: use it where it was opened. What it gives are values.
/// libgit2 reads and changes everything in it but what the `git` program tells better and faster: the status and the history
/// (`GitQuery`). Where there is no such program, libgit2 tells these, too, and `reportFallback` hears of it.
package final class Repository {
  /// libgit2's repository.
  let libgit2: OpaquePointer
  /// What git's variables are taken from, and what the programs that are started get to see.
  package let environment: [String: String]
  /// What ends the programs that are started for it, such as hooks, before their time; nil for nothing.
  package var interruption: Interruption?
  /// The top folder of the work tree, without links in it and without a slash at its end; the git directory when
  /// `isBare`.
  package let workTree: String
  /// The directory with this work tree's HEAD and index, without a slash at its end.
  package let gitDirectory: String
  /// The directory that all work trees share, with the objects and branches; often the same as `gitDirectory`.
  package let commonDirectory: String
  /// Whether the repository has no work tree.
  package let isBare: Bool
  /// How long a lock of git's is waited for.
  package var lockPatience = Duration.seconds(2)
  /// Hears once of each thing that libgit2 does for want of a `git` program.
  package var reportFallback: ((GitFallback) -> Void)?
  var usedFallbacks: Set<GitFallback> = []

  /// Opens the repository that `path` is in, found upwards as git does.
  ///
  /// - Throws: `GitError.misleadingVariable` when `GIT_DIR` or `GIT_WORK_TREE` would lead git to another one.
  package init(containing path: String, environment: [String: String]) throws(GitError) {
    self.environment = environment
    let repository = try Self.open(path, environment)
    libgit2 = repository
    gitDirectory = Self.path(git_repository_path(repository))
    commonDirectory = Self.path(git_repository_commondir(repository))
    workTree = git_repository_workdir(repository).map(Self.path) ?? gitDirectory
    isBare = git_repository_is_bare(repository) == 1
    try useConfiguration(of: environment, in: repository)
    try Self.refuse("GIT_DIR", of: environment, unlessAt: gitDirectory, from: path)
    try Self.refuse("GIT_WORK_TREE", of: environment, unlessAt: workTree, from: path)
  }

  deinit { git_repository_free(libgit2) }

  /// Whether history was cut off when cloning: what is older than some commits is not there.
  package var isShallow: Bool { !shallowCommits.isEmpty }

  private static func path(_ string: UnsafePointer<CChar>?) -> String {
    guard let string else { return "" }
    var path = String(cString: string)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
