import CLibGit2

extension Repository {
  /// Gives libgit2 the files that git reads with `environment`, for its own conversion of line ends: it would use the
  /// environment of this process.
  func useConfiguration(of environment: [String: String], in repository: OpaquePointer) throws(GitError) {
    let task = "read the configuration"
    let configuration = try Handle(git_config_free, task) { git_config_new(&$0) }
    for (path, level) in configurationFiles(of: environment) {
      let code = git_config_add_file_ondisk(configuration.pointer, path, level, repository, 0)
      if code != GIT_ENOTFOUND.rawValue { try LibGit2.check(code, "read the configuration `\(path)`") }
    }
    try LibGit2.check(git_repository_set_config(repository, configuration.pointer), task)
  }

  private func configurationFiles(of environment: [String: String]) -> [(path: String, level: git_config_level_t)] {
    var files: [(path: String, level: git_config_level_t)] = []
    if environment["GIT_CONFIG_NOSYSTEM"].flatMap(ConfigurationValue.flag) != true {
      files.append(
        (environment["GIT_CONFIG_SYSTEM"] ?? "\(settings.systemFolder)/gitconfig", GIT_CONFIG_LEVEL_SYSTEM))
    }
    if let path = environment["GIT_CONFIG_GLOBAL"] {
      if !path.isEmpty { files.append((path, GIT_CONFIG_LEVEL_GLOBAL)) }
    } else if let home = environment["HOME"] {
      let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.config"
      files += [("\(folder)/git/config", GIT_CONFIG_LEVEL_XDG), ("\(home)/.gitconfig", GIT_CONFIG_LEVEL_GLOBAL)]
    }
    return files + [("\(commonDirectory)/config", GIT_CONFIG_LEVEL_LOCAL)]
  }
}
