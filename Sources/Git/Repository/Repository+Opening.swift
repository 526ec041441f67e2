import CLibGit2
import SystemAPI

extension Repository {
  /// Opens the repository that contains `path` with libgit2.
  static func open(_ path: String, _ environment: [String: String]) throws(GitError) -> OpaquePointer {
    try LibGit2.start()
    try refuseSpecialFiles(openedFor: path)
    let first = attempt(path, environment)
    if let repository = first.repository { return repository }
    var error = openingError(first.code, path)
    if case .foreignOwner(let folder) = error, SafeDirectories(of: environment).contain(folder) {
      // libgit2 supports neither `*` nor the variables that name other configuration files.
      _ = martlet_git_owner_validation(0)
      let second = attempt(path, environment)
      _ = martlet_git_owner_validation(1)
      if let repository = second.repository { return repository }
      error = openingError(second.code, path)
    }
    if case .notARepository = error, let value = environment["GIT_DIR"] {
      throw .misleadingVariable("GIT_DIR", value: value)
    }
    throw error
  }

  private static func attempt(
    _ path: String, _ environment: [String: String]
  ) -> (repository: OpaquePointer?, code: Int32) {
    var repository: OpaquePointer?
    let code = git_repository_open_ext(&repository, path, 0, environment["GIT_CEILING_DIRECTORIES"])
    return (code == 0 ? repository : nil, code)
  }

  /// Hooks run with these variables: they are correct if they name the repository of the folder.
  static func refuse(
    _ variable: String, of environment: [String: String], unlessAt found: String, from path: String
  ) throws(GitError) {
    guard let value = environment[variable], !value.isEmpty else { return }
    let named = value.hasPrefix("/") ? value : "\(path)/\(value)"
    guard Files.realPath(named) == Files.realPath(found) else { throw .misleadingVariable(variable, value: value) }
  }

  private static func openingError(_ code: Int32, _ path: String) -> GitError {
    let reason = LibGit2.lastMessage
    // Before 1.6, libgit2 reports a missing setting instead of the owner.
    if code == GIT_EOWNER.rawValue || (code == GIT_ENOTFOUND.rawValue && reason.contains("'safe.directory'")) {
      return .foreignOwner(path: topFolder(above: path) ?? path)
    }
    let top = topFolder(above: path)
    if let name = unsupportedExtension(reason) { return .unsupportedExtension(path: top ?? path, name: name) }
    guard code == GIT_ENOTFOUND.rawValue else { return .unusable(path: top ?? path, reason: reason) }
    guard let top else { return .notARepository(path: path) }
    return .unusable(
      path: top, reason: "its `.git` is not a repository or points to a missing one, or its work tree is missing")
  }

  /// Returns the setting below `extensions` that libgit2 does not support.
  private static func unsupportedExtension(_ reason: String) -> String? {
    if reason.contains("object format") { return "objectformat" }
    let word = "unsupported extension name extensions."
    return reason.hasPrefix(word) ? String(reason.dropFirst(word.count)) : nil
  }

  // libgit2 and git open these files themselves, and would wait for a named pipe, or read a device without an end.

  /// Throws for a special file among those that libgit2 opens to find the repository of `path`.
  private static func refuseSpecialFiles(openedFor path: String) throws(GitError) {
    guard let top = topFolder(above: path) else { return }
    var directory = "\(top)/.git"
    try refuseSpecialFiles([directory])
    if case .file = try Files.kind(of: directory), let link = try Files.contents(of: directory) {
      // `gitdir: PATH`, in a work tree of another repository or a submodule.
      let target = String(decoding: link, as: UTF8.self).dropFirst("gitdir: ".count).prefix { !$0.isNewline }
      directory = target.hasPrefix("/") ? String(target) : "\(top)/\(target)"
    }
    try refuseSpecialFiles(["HEAD", "commondir", "gitdir", "config", "config.worktree"].map { "\(directory)/\($0)" })
  }

  /// Throws for a special file among the others. Those in folders of the work tree below the first level are left out.
  func refuseSpecialFiles() throws(GitError) {
    let own = ["index", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "info/sparse-checkout", "logs/HEAD"]
    let common = [
      "HEAD", "config", "packed-refs", "shallow", "info/exclude", "info/attributes", "info/grafts",
      "objects/info/alternates", "objects/info/commit-graph", "objects/pack/multi-pack-index",
    ]
    let top = isBare ? [] : [".gitignore", ".gitattributes", ".gitmodules", ".mailmap"]
    try Self.refuseSpecialFiles(
      own.map { "\(gitDirectory)/\($0)" } + common.map { "\(commonDirectory)/\($0)" }
        + top.map { "\(workTree)/\($0)" })
    if let found = SystemFile.specialFile(below: "\(commonDirectory)/refs") { throw .specialFile(found) }
  }

  private static func refuseSpecialFiles(_ paths: [String]) throws(GitError) {
    if let found = paths.first(where: SystemFile.isSpecial) { throw .specialFile(found) }
  }

  /// Returns the nearest folder at or above `path` with a `.git`; nil when there is none.
  private static func topFolder(above path: String) -> String? {
    var folder = Files.realPath(path) ?? path
    while folder.utf8.count > 1, let slash = folder.lastIndex(of: "/") {
      if let kind = try? Files.kind(of: "\(folder)/.git") {
        // git skips an empty folder of that name.
        guard case .directory = kind, (try? Files.kind(of: "\(folder)/.git/HEAD")) == nil else { return folder }
      }
      folder = String(folder[..<slash])
    }
    return nil
  }
}
