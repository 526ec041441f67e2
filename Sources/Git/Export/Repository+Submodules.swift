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
    let file = ["config", "--file", ".gitmodules", "-z", "--get-regexp", #"^submodule\..*\.path$"#]
    guard let result = try? GitQuery(self).result(of: file), result.succeeded else { return path }
    // A name, a line feed and the path.
    let setting = result.outputText.split(separator: "\0").last { $0.drop { $0 != "\n" }.dropFirst() == path }
    let name = setting.map { String($0.prefix { $0 != "\n" }) }?.subsection(of: "submodule", ["path"])
    // A name with `..` can lead out of the git directory, a known attack on clones.
    return name.flatMap { RelativePath($0)?.string } ?? path
  }
}
