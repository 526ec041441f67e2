import MartletBuildSettings
import MartletCore
import MartletManifests

/// The build settings for one command.
struct SettingsQuery {
  /// The source of the settings in the form of `xcodebuild`: `configuration file 'App.xcconfig'`.
  let title: String
  let scope: SettingsScope
  /// The problems that a build would report.
  private(set) var problems: [Diagnostic]

  /// Reads the settings of an `.xcconfig` file and the files that it includes.
  init(xcconfig name: String, _ conditions: SettingsConditions, in place: SettingsContext) throws {
    let path = try place.path(of: name)
    var loader = place.loader
    let loaded = try loader.load(path, in: place.files)
    let builtIn = [
      ("CONFIGURATION", conditions.configuration), ("TARGET_NAME", conditions.target),
      ("TARGETNAME", conditions.target),
    ].compactMap { name, value in value.map { Assignment(name, builtIn: $0) } }
    title = "configuration file '\(name)'"
    problems = ((loaded?.problems ?? []) + (loaded?.unreadInclusions.map(\.problem) ?? [])).map {
      place.shown($0.diagnostic)
    }
    scope = SettingsScope(
      SettingsTable([
        Self.environment, SettingsLevel(Self.buildSystem, builtIn), SettingsLevel("", loaded?.assignments ?? []),
      ]),
      for: conditions.parameters)
  }

  /// Reads the settings of a target of the project at `path`.
  init(project path: RelativePath, _ conditions: SettingsConditions, in place: SettingsContext) throws {
    let manifest = XcodeprojManifest(path: path, targets: conditions.target.map { [$0] })
    let settings = try place.showing {
      try manifest.settings(inConfiguration: conditions.configuration, top: "", in: place.files)
    }
    var parameters = conditions.parameters
    parameters["config"] = [settings.configuration]
    parameters["target"] = settings.target.map { [$0] }
    if parameters["sdk"] == nil { parameters["sdk"] = settings.sdk.map { [$0] } }
    title =
      settings.target.map { "action build and target \($0)" } ?? "project \(place.shown(path))"
    problems = settings.problems.map { place.shown($0.diagnostic) }
    problems += settings.missingFiles.map { file in
      Diagnostic(
        "no file `\(place.shown(file))`, which configuration `\(settings.configuration)` is based on",
        severity: .warning)
    }
    scope = SettingsScope(SettingsTable([Self.environment] + settings.table.levels), for: parameters)
  }

  /// The name of the level with the settings that Xcode itself defines.
  static let buildSystem = "build system"

  /// The level with the lowest precedence: the environment of the process.
  private static var environment: SettingsLevel {
    SettingsLevel(
      "environment",
      Session.processEnvironment.map { Assignment($0.key, value: LocatedText($0.value.settingLiteral(for: $0.key))) })
  }

  /// All names that are assigned outside of the environment, sorted by bytes.
  var names: [String] { SettingsTable(Array(scope.table.levels.dropFirst())).names }

  /// Returns the values of all settings except those whose conditions all fail, and the problems of settings without a
  /// value.
  func values() -> (known: [(name: String, value: String)], problems: [Diagnostic]) {
    var known: [(name: String, value: String)] = []
    var problems: [Diagnostic] = []
    for (name, result) in scope.strings(of: names) {
      switch result {
      case .success(let value): known.append((name, value))
      case .failure(let error): problems += error.diagnostics
      }
    }
    return (known, problems)
  }
}
