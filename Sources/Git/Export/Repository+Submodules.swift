import CLibGit2
import MartletCore

extension Repository {
  /// Returns the repository of the submodule at `path`: the one in the work tree, or the one in the git directory.
  ///
  /// - Throws: `GitError.missingSubmodule` unless it has the commit.
  func submodule(at path: String, having commit: ObjectID) throws(GitError) -> Repository {
    var places = ["\(commonDirectory)/modules/\(submoduleName(at: path))", "\(commonDirectory)/modules/\(path)"]
    if !isBare, Files.realPath("\(workTree)/\(path)")?.hasPrefix("\(workTree)/") == true {
      places.insert("\(workTree)/\(path)", at: 0)
    }
    for place in places {
      guard let folder = Files.realPath(place),
        let repository = try? Repository(containing: folder, environment: environment)
      else { continue }
      // A folder without its own repository would open the exported one.
      guard repository.workTree == folder || repository.gitDirectory == folder else { continue }
      if try repository.objects.kind(of: commit) != nil { return repository }
    }
    throw .missingSubmodule(path, commit: commit)
  }

  /// Returns the name of the submodule at `path` in the configuration or `.gitmodules`; by default the path.
  private func submoduleName(at path: String) -> String {
    var submodule: OpaquePointer?
    guard git_submodule_lookup(&submodule, libgit2, path) == 0, let submodule else { return path }
    defer { git_submodule_free(submodule) }
    // A name with `..` can lead out of the git directory, a known attack on clones.
    let name = git_submodule_name(submodule).map { String(cString: $0) } ?? path
    return RelativePath(name) == nil ? path : name
  }
}
