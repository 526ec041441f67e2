import CLibGit2

/// A git repository with a work tree, opened for reading and writing. No policy: it does what it is told.
///
/// It owns libgit2's objects and is not `Sendable`: use it where it was opened. What it gives are values.
/// Reading runs no program, whatever the configuration says.
package final class Repository {
  let pointer: OpaquePointer
  /// What git's variables are taken from, and what the programs that are started get to see.
  package let environment: [String: String]
  /// The top folder of the work tree, without links in it and without a slash at its end; the git directory when
  /// `isBare`.
  package let workTree: String
  /// The directory with this work tree's HEAD and index, without a slash at its end.
  package let gitDirectory: String
  /// The directory that all work trees share, with the objects and branches; often the same as `gitDirectory`.
  package let commonDirectory: String

  /// Opens the repository that `path` is in, found upwards as git does. `GIT_DIR` and the like do not count.
  package init(containing path: String, environment: [String: String]) throws(GitError) {
    try LibGit2.start()
    var repository: OpaquePointer?
    let code = git_repository_open_ext(&repository, path, 0, environment["GIT_CEILING_DIRECTORIES"])
    guard code == 0, let repository else { throw Self.openingError(code, path) }
    pointer = repository
    self.environment = environment
    gitDirectory = Self.path(git_repository_path(repository))
    commonDirectory = Self.path(git_repository_commondir(repository))
    workTree = git_repository_workdir(repository).map(Self.path) ?? gitDirectory
    try useConfiguration(of: environment)
  }

  deinit { git_repository_free(pointer) }

  /// Whether the repository has no work tree.
  package var isBare: Bool { git_repository_is_bare(pointer) == 1 }

  /// Whether history was cut off when cloning: what is older than some commits is not there.
  package var isShallow: Bool { !shallowCommits.isEmpty }

  private static func path(_ string: UnsafePointer<CChar>?) -> String {
    guard let string else { return "" }
    var path = String(cString: string)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func openingError(_ code: Int32, _ path: String) -> GitError {
    let error = LibGit2.error(code, "open the repository")
    guard case .failed(_, let reason) = error else { return error }
    // libgit2 before 1.6 fails to find the setting instead of the repository.
    if code == GIT_EOWNER.rawValue || (code == GIT_ENOTFOUND.rawValue && reason.contains("'safe.directory'")) {
      return .foreignOwner(path: topFolder(above: path))
    }
    return code == GIT_ENOTFOUND.rawValue ? .notARepository(path: path) : .unsupported(path: path, reason: reason)
  }

  /// The nearest folder at or above `path` with a `.git` in it; `path` when there is none.
  private static func topFolder(above path: String) -> String {
    var folder = Files.realPath(path) ?? path
    while folder.utf8.count > 1, let slash = folder.lastIndex(of: "/") {
      if (try? Files.kind(of: "\(folder)/.git")) != nil { return folder }
      folder = String(folder[..<slash])
    }
    return path
  }
}
