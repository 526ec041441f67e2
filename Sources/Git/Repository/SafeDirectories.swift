import CLibGit2

/// The folders whose repositories are trusted whoever owns them: `safe.directory` where only the user or the system's
/// administrator can have set it, so never in the repository itself.
struct SafeDirectories {
  private var patterns: [String] = []

  /// As git finds them with `environment`.
  init(of environment: [String: String]) {
    let key = "safe.directory"
    guard let configuration = try? Handle(git_config_free, "read the configuration", { git_config_new(&$0) }) else {
      return
    }
    for (path, level) in Repository.userConfigurationFiles(of: environment) {
      _ = git_config_add_file_ondisk(configuration.pointer, path, level, nil, 0)
    }
    let values = Repository.values(key, in: configuration) + Repository.environmentValues(key, environment)
    // An empty one takes back those before it.
    for value in values { patterns = value.isEmpty ? [] : patterns + [value] }
  }

  /// Whether one of them is `folder`, is `*`, or ends in `/*` and has `folder` below it, as since git 2.46.
  func contain(_ folder: String) -> Bool {
    patterns.contains { pattern in
      if pattern == "*" || pattern == folder || Files.realPath(pattern) == folder { return true }
      return pattern.hasSuffix("/*") && folder.hasPrefix(pattern.dropLast())
    }
  }
}
