import CLibGit2

extension Repository {
  /// Returns the value of a setting such as `user.name`, the last one if there are several; nil when it is not set.
  package func configuration(_ key: String) -> String? { configurationValues(key).last }

  /// Returns every value of a setting: the system's first, then the user's, the repository's, those of
  /// `GIT_CONFIG_KEY_n`. While the repository may not run its own programs, it has only its safe settings.
  ///
  /// The section and the name in `key` must be in lower case.
  package func configurationValues(_ key: String) -> [String] {
    let skipsOwn = !runsOwnPrograms && !SafeSetting.contains(key)
    return storedValues(key, skippingOwn: skipsOwn) + Self.environmentValues(key, environment)
  }

  /// Returns whether a setting is on, as git reads `true`, `yes`, `on` and numbers; nil when it is not set or has
  /// another value.
  package func configurationFlag(_ key: String) -> Bool? { configuration(key).flatMap(ConfigurationValue.flag) }

  /// Returns a number, which may be octal and end with `k`, `m` or `g`; nil when it is not set or invalid.
  func configurationNumber(_ key: String) -> Int? { configuration(key).flatMap(ConfigurationValue.number) }

  /// Returns a path with `~/` resolved; relative paths stay relative.
  func configurationPath(_ key: String) -> String? {
    guard let value = configuration(key), !value.isEmpty else { return nil }
    guard value == "~" || value.hasPrefix("~/"), let home = environment["HOME"] else { return value }
    return home + value.dropFirst()
  }

  /// Whether the repository's own configuration has a setting that is not used, because it may not run programs.
  func hidesSetting(_ key: String) -> Bool {
    guard !runsOwnPrograms, !SafeSetting.contains(key) else { return false }
    return storedValues(key, skippingOwn: false) != storedValues(key, skippingOwn: true)
  }

  private func storedValues(_ key: String, skippingOwn skipsOwn: Bool) -> [String] {
    let task = "read the configuration"
    let repository = libgit2
    guard let configuration = try? Handle(git_config_free, task, { git_repository_config(&$0, repository) }) else {
      return []
    }
    return Self.values(key, in: configuration, skippingOwn: skipsOwn)
  }

  /// Returns all values of a setting; the last one is effective.
  ///
  /// - Parameter skipsOwn: Whether those of the repository itself are left out.
  static func values(
    _ key: String, in configuration: borrowing Handle, skippingOwn skipsOwn: Bool = false
  ) -> [String] {
    var values: [String] = []
    let pointer = configuration.pointer
    do throws(GitError) {
      let iterator = try Handle(git_config_iterator_free, "read the setting `\(key)`") {
        git_config_multivar_iterator_new(&$0, pointer, key, nil)
      }
      var entry: UnsafeMutablePointer<git_config_entry>?
      while git_config_next(&entry, iterator.pointer) == 0, let entry {
        if skipsOwn, isOwn(entry.pointee) { continue }
        // A name without `=` means true.
        values.append(entry.pointee.value.map { String(cString: $0) } ?? "true")
      }
    } catch {
      return []
    }
    return values
  }

  static func environmentValues(_ key: String, _ environment: [String: String]) -> [String] {
    let count = environment["GIT_CONFIG_COUNT"].flatMap(Int.init) ?? 0
    return (0..<max(0, min(count, 1000))).compactMap { index in
      guard let name = environment["GIT_CONFIG_KEY_\(index)"], canonical(name) == key else { return nil }
      return environment["GIT_CONFIG_VALUE_\(index)"]
    }
  }

  /// Returns the key with section and name in lower case; the part between the first and the last dot keeps its case.
  private static func canonical(_ key: String) -> String {
    guard let first = key.firstIndex(of: "."), let last = key.lastIndex(of: ".") else { return key }
    return key[..<first].lowercased() + key[first..<last] + key[last...].lowercased()
  }

  /// Loads the configuration that git would find with `environment`: libgit2 itself would use the environment of this
  /// process.
  func useConfiguration(of environment: [String: String], in repository: OpaquePointer) throws(GitError) {
    let task = "read the configuration"
    let configuration = try Handle(git_config_free, task) { git_config_new(&$0) }
    for (path, level) in configurationFiles(of: environment) {
      let code = git_config_add_file_ondisk(configuration.pointer, path, level, repository, 0)
      if code != GIT_ENOTFOUND.rawValue { try LibGit2.check(code, "read the configuration `\(path)`") }
    }
    try LibGit2.check(git_repository_set_config(repository, configuration.pointer), task)
    if configurationFlag("extensions.worktreeconfig") == true {
      // The highest level of libgit2 1.5; 1.8 has a separate level for this file.
      let code = git_config_add_file_ondisk(
        configuration.pointer, "\(gitDirectory)/config.worktree", GIT_CONFIG_LEVEL_APP, repository, 0)
      if code != GIT_ENOTFOUND.rawValue { try LibGit2.check(code, task) }
    }
  }

  private func configurationFiles(of environment: [String: String]) -> [(String, git_config_level_t)] {
    Self.userConfigurationFiles(of: environment) + [("\(commonDirectory)/config", GIT_CONFIG_LEVEL_LOCAL)]
  }

  /// Returns the files outside the repository.
  static func userConfigurationFiles(
    of environment: [String: String]
  ) -> [(path: String, level: git_config_level_t)] {
    var files: [(path: String, level: git_config_level_t)] = []
    if environment["GIT_CONFIG_NOSYSTEM"].flatMap(ConfigurationValue.flag) != true {
      files.append(
        (
          environment["GIT_CONFIG_SYSTEM"] ?? "\(SystemConfiguration(of: environment).folder)/gitconfig",
          GIT_CONFIG_LEVEL_SYSTEM
        ))
    }
    if let path = environment["GIT_CONFIG_GLOBAL"] {
      if !path.isEmpty { files.append((path, GIT_CONFIG_LEVEL_GLOBAL)) }
    } else if let home = environment["HOME"] {
      let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.config"
      files += [("\(folder)/git/config", GIT_CONFIG_LEVEL_XDG), ("\(home)/.gitconfig", GIT_CONFIG_LEVEL_GLOBAL)]
    }
    return files
  }
}
