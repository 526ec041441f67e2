import Processes

extension Repository {
  /// How the objects are read. `git cat-file` starts no program that the repository names, so it needs no confined directory.
  var objectSource: ObjectSource {
    let variables = ["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"]
    var git = settingsProgram.command(["--no-pager"])
    git.environment.merge(variables) { $1 }
    return ObjectSource(git, objects: "\(commonDirectory)/objects", isPartial: isPartialClone)
  }
}
