import MartletBuildSettings
import MartletCore
import TestSupport
import Testing

/// The values of the settings of `main`; `|` ends a line.
struct Evaluation {
  let problems: [BuildSettingsProblem]
  let scope: SettingsScope

  init(
    _ main: String, files: [(RelativePath, String)] = [], for parameters: [String: [String]] = [:],
    below: [SettingsLevel] = [], above levels: [SettingsLevel] = []
  ) throws {
    let texts =
      [SourceText(path: "main.xcconfig", text: main.lines)]
      + files.map { SourceText(path: $0.0, text: $0.1.lines) }
    var loader = XcconfigLoader()
    let loaded = try loader.load("main.xcconfig", in: MemoryFiles(texts))
    problems = loaded?.problems ?? []
    scope = SettingsScope(
      SettingsTable(below + [SettingsLevel("main.xcconfig", loaded?.assignments ?? [])] + levels), for: parameters)
  }

  /// The scope in which each parameter has one value.
  init(
    _ main: String, files: [(RelativePath, String)] = [], for parameters: [String: String],
    above levels: [SettingsLevel] = []
  ) throws {
    try self.init(main, files: files, for: parameters.mapValues { [$0] }, above: levels)
  }

  /// The value with its origins, checked against the text without them.
  subscript(name: String) -> String? {
    get throws {
      let value = try scope.expansion(of: name)?.string
      try #expect(scope.string(of: name) == value ?? "")
      return value
    }
  }

  var messages: [String] { problems.map { "\($0.diagnostic.place?.line ?? 0): \($0.error.message)" } }
}

extension String {
  var lines: String { replacing("|", with: "\n") }
}

extension SettingsLevel {
  /// A level that is in no file, or a dictionary of a project.
  init(_ label: String, of settings: KeyValuePairs<String, String>) {
    self.init(label, dictionary: settings.map { ($0, Assignment(key: $0, value: LocatedText($1))) })
  }
}
