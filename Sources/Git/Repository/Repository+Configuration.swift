import MartletCore
import Processes

extension Repository {
  /// Returns the value of a setting such as `user.name`, the last one if there are several; nil when it is not set.
  package func configuration(_ key: String) -> String? { configurationValues(key).last }

  /// Returns every value of a setting: the system's first, then the user's, the repository's, those of
  /// `GIT_CONFIG_KEY_n`. While the repository may not run its own programs, it has only its safe settings.
  ///
  /// The section and the name in `key` must be in lower case.
  package func configurationValues(_ key: String) -> [String] {
    settings.values(key, skippingOwn: !runsOwnPrograms && !SafeSetting.contains(key))
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
    return settings.values(key).count != settings.values(key, skippingOwn: true).count
  }

  /// Reads the settings again, after a program may have changed them.
  package func readSettings() throws(GitError) {
    settings = try GitSettings(readBy: settingsProgram)
    (identities, placement, knownReplacements) = ([:], nil, nil)
  }

  /// The `git` program with all settings, also those that a look does not use. For commands that start no programs.
  var settingsProgram: GitProgram {
    GitProgram(
      directory: workTree, environment: environment.filter { !credentialVariables.contains($0.key) },
      placement: variablesOfPlace, interruption: interruption)
  }
}
