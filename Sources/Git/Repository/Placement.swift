/// How the `git` program finds the repository that was opened.
struct Placement {
  /// Empty if git finds it by the working directory.
  private(set) var variables: [String: String]
  /// Kept while git may use it.
  private var confined: ConfinedDirectory?

  init(of repository: Repository) {
    (confined, variables) = (nil, repository.variablesOfPlace)
    guard !repository.runsOwnPrograms else { return }
    do throws(GitError) {
      guard let settings = repository.safeSettings() else { return }
      let directory = try ConfinedDirectory(of: repository, with: settings)
      (confined, variables) = (directory, directory.variables)
    } catch {
      // git stops with an error that names this folder, instead of running a program.
      variables = ["GIT_DIR": "\(repository.environment["TMPDIR"] ?? "/tmp")/martlet-unwritable"]
    }
  }
}

extension Repository {
  /// The variables with which git works on this git directory, if it does not find it from the work tree.
  var variablesOfPlace: [String: String] {
    guard !isFoundFromWorkTree else { return [:] }
    let workTree = isBare ? [:] : ["GIT_WORK_TREE": workTree]
    return workTree.merging(["GIT_DIR": gitDirectory]) { $1 }
  }

  /// Whether git, started in the top folder of the work tree, finds the same git directory.
  fileprivate var isFoundFromWorkTree: Bool {
    let place = "\(workTree)/.git"
    guard !isBare, let kind = try? Files.kind(of: place) else { return false }
    if case .directory = kind { return Files.realPath(place) == Files.realPath(gitDirectory) }
    guard let bytes = try? Files.contents(of: place) else { return false }
    let named = String(decoding: bytes, as: UTF8.self).trimmingPrefix("gitdir: ")
    guard let line = named.split(whereSeparator: \.isNewline).first else { return false }
    let path = line.hasPrefix("/") ? String(line) : "\(workTree)/\(line)"
    return Files.realPath(path) == Files.realPath(gitDirectory)
  }
}
