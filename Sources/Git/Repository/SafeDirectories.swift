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
