import SystemAPI

/// A git directory for the `git` program that has the objects, references and index of a repository, and only the safe
/// settings of its configuration. It has no hooks.
///
/// It is a temporary folder of links, which is removed with this object. Without a folder for temporary files, as in
/// some containers, it is in the repository's git directory.
final class ConfinedDirectory {
  let path: String
  /// The variables with which git uses it.
  let variables: [String: String]

  /// The entries of a git directory that it does not have, or that differ in it.
  private static let ownNames: Set = ["HEAD", "commondir", "config", "config.worktree", "gitdir", "hooks", "martlet"]

  /// - Parameter settings: Keys and values, in order.
  init(of repository: Repository, with settings: [(key: String, value: String)]) throws(GitError) {
    path = try repository.makeTemporaryDirectory()
    var variables = ["GIT_DIR": path, "GIT_OBJECT_DIRECTORY": "\(repository.commonDirectory)/objects"]
    if !repository.isBare { variables["GIT_WORK_TREE"] = repository.workTree }
    self.variables = variables
    // The files of a linked work tree replace those of the main one.
    for folder in [repository.gitDirectory, repository.commonDirectory] {
      for name in (try? SystemFile.names(in: folder)) ?? [] where !Self.isOwn(name) {
        _ = symlink("\(folder)/\(name)", "\(path)/\(name)")
      }
    }
    // git accepts no link to another file as HEAD.
    if let head = try Files.contents(of: "\(repository.gitDirectory)/HEAD") {
      try Files.create("\(path)/HEAD", head, mode: 0o600)
    }
    try Files.create("\(path)/config", Array(Self.text(of: settings).utf8), mode: 0o600)
  }

  deinit { Files.removeTree(path) }

  /// Whether an entry of a git directory is not linked. Names with `martlet-` are those of temporary files and folders,
  /// of which this folder may be one.
  private static func isOwn(_ name: String) -> Bool { ownNames.contains(name) || name.hasPrefix("martlet-") }

  /// Returns the text of a configuration file (git-config(1), "CONFIGURATION FILE").
  private static func text(of settings: [(key: String, value: String)]) -> String {
    settings.map { key, value in
      let parts = key.split(separator: ".", omittingEmptySubsequences: false)
      let subsection = parts.dropFirst().dropLast().joined(separator: ".")
      let section = parts.count > 2 ? "\(parts[0]) \"\(subsection.escaped)\"" : "\(parts[0])"
      return "[\(section)]\n\t\(parts.last ?? "") = \"\(value.escaped)\"\n"
    }.joined()
  }
}

extension String {
  /// This text between quotation marks in a configuration file.
  fileprivate var escaped: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      .replacing("\t", with: "\\t")
  }
}

extension Repository {
  /// Creates a folder in the one for temporary files, or, if that is not possible, in the git directory.
  func makeTemporaryDirectory() throws(GitError) -> String {
    do throws(GitError) {
      return try Files.makeTemporaryDirectory(below: environment["TMPDIR"] ?? "/tmp")
    } catch {
      guard let path = try? Files.makeTemporaryDirectory(below: gitDirectory) else { throw error }
      return path
    }
  }

  /// Returns the safe settings of the repository's own configuration, in git's order; nil if it has no others, so that
  /// the configuration itself can be used.
  func safeSettings() -> [(key: String, value: String)]? {
    let own = settings.all.filter(\.scope.isOwn)
    let safe = own.filter { SafeSetting.contains($0.key) }
    return safe.count == own.count ? nil : safe.map { ($0.key, $0.value) }
  }

  /// Whether the repository's own configuration has filters that do not run now.
  var hidesFilters: Bool { hiddenSettings.contains { $0.hasPrefix("filter.") } }

  /// The settings of the repository's own configuration that are not used now, because they may name programs.
  package var hiddenSettings: [String] {
    guard !runsOwnPrograms else { return [] }
    let own = Set(settings.all.filter(\.scope.isOwn).map(\.key))
    return own.filter { !SafeSetting.contains($0) && !$0.hasPrefix("include") }.sorted()
  }
}
