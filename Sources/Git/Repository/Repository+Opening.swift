import MartletCore
import Processes
import SystemAPI

/// Where git finds a repository.
struct RepositoryPlace {
  /// Nil for a bare repository.
  let workTree: String?
  let gitDirectory: String
  let commonDirectory: String
  /// The length of its ids in bytes.
  let idLength: Int

  private static let options = [
    "--is-bare-repository", "--show-object-format", "--git-dir", "--git-common-dir", "--show-toplevel",
  ]

  /// Finds the repository that contains `path`.
  static func of(_ path: String, _ environment: [String: String]) throws(GitError) -> RepositoryPlace {
    let top = Repository.topFolder(above: path)
    if let top { try Repository.refuseSpecialFiles(openedIn: top) }
    let result = try Self.result(of: Self.options, path, environment)
    var values = result.output.split(separator: .lineFeed).map { String(decoding: $0, as: UTF8.self) }
    if values.count > Self.options.count {
      // A name has a line feed.
      values = try Self.options.map { option throws(GitError) in
        String(decoding: try Self.result(of: [option], path, environment).output.dropLast(), as: UTF8.self)
      }
    }
    // git prints the last one only in a work tree.
    guard values.count >= Self.options.count - 1 else { throw try Self.error(result, path, top, environment) }
    let workTree = values.count < Self.options.count || values[4].isEmpty ? nil : values[4]
    if let workTree, Files.realPath(workTree) == nil {
      throw .unusable(path: top ?? path, reason: "its work tree `\(workTree)` is missing")
    }
    if workTree == nil, values[0] == "false", values[2].hasSuffix("/.git") {
      return try of(String(values[2].dropLast("/.git".count)), environment)
    }
    return RepositoryPlace(
      workTree: workTree, gitDirectory: values[2], commonDirectory: values[3],
      idLength: values[1] == "sha256" ? 32 : 20)
  }

  private static func result(
    of options: [String], _ path: String, _ environment: [String: String], _ settings: [(String, String)] = []
  ) throws(GitError) -> CommandResult {
    // git trusts a bare repository that this variable names.
    let isNamed = environment["GIT_DIR"].map { Files.realPath($0) == Files.realPath(path) } ?? false
    let git = GitProgram(directory: path, environment: environment, placement: isNamed ? ["GIT_DIR": path] : [:])
    var command = git.command(["rev-parse", "--path-format=absolute"] + options)
    command.environment["LC_ALL"] = "C"
    command.environment.add(settings)
    return try command.result()
  }

  /// Returns why git has found no repository. Where it refuses one, it finds it with the setting that allows that.
  private static func error(
    _ result: CommandResult, _ path: String, _ top: String?, _ environment: [String: String]
  ) throws(GitError) -> GitError {
    func isAllowed(by setting: String, _ value: String) throws(GitError) -> Bool {
      try Self.result(of: ["--git-dir"], path, environment, [(setting, value)]).succeeded
    }
    if try isAllowed(by: "safe.directory", "*") { return .foreignOwner(path: top ?? path) }
    if try isAllowed(by: "safe.bareRepository", "all") { return .bareRepositoryRefused(path) }
    if let top {
      let lines = result.errorText.split(separator: "\n").map { $0.drop { $0.isWhitespace } }
      let reason = lines.drop { !$0.hasPrefix("fatal: ") }.joined(separator: " ").dropFirst("fatal: ".count)
      return .unusable(path: top, reason: String(reason))
    }
    return environment["GIT_DIR"].map { .misleadingVariable("GIT_DIR", value: $0) } ?? .notARepository(path: path)
  }
}

extension Repository {
  /// Hooks run with these variables: they are correct if they name the repository of the folder.
  static func refuse(
    _ variable: String, of environment: [String: String], unlessAt found: String, from path: String
  ) throws(GitError) {
    guard let value = environment[variable], !value.isEmpty else { return }
    let named = value.hasPrefix("/") ? value : "\(path)/\(value)"
    guard Files.realPath(named) == Files.realPath(found) else { throw .misleadingVariable(variable, value: value) }
  }

  // git opens these files itself, and would wait for a named pipe, or read a device without an end.

  /// Throws for a special file among those that git opens to find the repository in the folder `top`.
  fileprivate static func refuseSpecialFiles(openedIn top: String) throws(GitError) {
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
  fileprivate static func topFolder(above path: String) -> String? {
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
