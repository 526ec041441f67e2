import BuildSettings
import TextEditing

/// Build settings that a command was asked about.
struct SettingsQuery {
  /// Where they come from, for people: `configuration file 'App.xcconfig'`.
  let title: String
  let scope: SettingsScope
  /// All names that something is assigned to, in the order of their bytes.
  let names: [String]
  /// What the build would report of the files.
  let problems: [BuildSettingsProblem]

  /// The settings of an `.xcconfig` file with all that it includes.
  init(xcconfig name: String, _ conditions: SettingsConditions, in place: SettingsPlace) throws {
    let path = try place.path(of: name)
    var loader = XcconfigLoader()
    let loaded = try loader.load(path, in: place.files)
    let assignments = loaded?.assignments ?? []
    let madeUp = [("CONFIGURATION", conditions.configuration), ("TARGET_NAME", conditions.target)]
    title = "configuration file '\(name)'"
    problems = loaded?.problems ?? []
    names = Set(assignments.map(\.name)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    scope = SettingsScope(
      SettingsTable([
        SettingsLevel("", madeUp.compactMap { name, value in value.map { Assignment(name, madeUp: $0) } }),
        SettingsLevel(name, assignments),
      ]),
      for: conditions.parameters)
  }

  /// What every setting comes to, without those whose conditions all fail.
  func values() throws(BuildSettingsError) -> [(name: String, value: String)] {
    var values: [(name: String, value: String)] = []
    for name in names {
      if let value = try scope.expansion(of: name)?.string { values.append((name, value)) }
    }
    return values
  }
}
