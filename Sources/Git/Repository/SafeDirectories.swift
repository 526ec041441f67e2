import CLibGit2

/// The folders whose repositories are trusted for any owner: `safe.directory`, but only from the configuration of the
/// user or the system, never from the repository itself.
struct SafeDirectories {
  private var patterns: [String] = []

  /// Reads the setting as git does with `environment`.
  init(of environment: [String: String]) {
    // An empty value clears those before it.
    for value in Repository.userSettings("safe.directory", environment) {
      patterns = value.isEmpty ? [] : patterns + [value]
    }
  }

  /// Returns whether one of them is `folder`, is `*`, or ends in `/*` and contains `folder`, as since git 2.46.
  func contain(_ folder: String) -> Bool {
    patterns.contains { pattern in
      if pattern == "*" || pattern == folder || Files.realPath(pattern) == folder { return true }
      return pattern.hasSuffix("/*") && folder.hasPrefix(pattern.dropLast())
    }
  }
}

extension Repository {
  /// Returns all values of a setting outside of any repository: those of the system, the user and `GIT_CONFIG_KEY_n`.
  static func userSettings(_ key: String, _ environment: [String: String]) -> [String] {
    guard let configuration = try? Handle(git_config_free, "read the configuration", { git_config_new(&$0) }) else {
      return []
    }
    for (path, level) in userConfigurationFiles(of: environment) {
      _ = git_config_add_file_ondisk(configuration.pointer, path, level, nil, 0)
    }
    return values(key, in: configuration) + environmentValues(key, environment)
  }
}
