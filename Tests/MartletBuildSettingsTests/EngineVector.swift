import MartletBuildSettings
import MartletCore
import Testing

/// Lines of a file, and their result in the build engine.
struct EngineVector: Sendable, CustomTestStringConvertible {
  let id: String
  /// `|` ends a line.
  let text: String
  /// The values of settings; nil for one without a value.
  let values: [String: String?]
  var lists: [String: [String]] = [:]
  /// The numbers of errors and warnings.
  var errors = 0
  var warnings = 0
  var parameters: [String: [String]] = ["sdk": ["iphoneos18.0"], "arch": ["arm64"], "config": ["Debug"]]
  var files: KeyValuePairs<String, String> = [:]
  /// The levels below the file: the environment and a project's levels; and those above it.
  var below: [KeyValuePairs<String, String>] = []
  var above: [KeyValuePairs<String, String>] = []

  var testDescription: String { id }

  init(_ id: String, _ text: String, _ values: [String: String?] = [:]) {
    self.id = id
    self.text = text
    self.values = values
  }

  func with(_ change: (inout EngineVector) -> Void) -> EngineVector {
    var vector = self
    change(&vector)
    return vector
  }

  func errors(_ count: Int) -> EngineVector { with { $0.errors = count } }

  func warnings(_ count: Int) -> EngineVector { with { $0.warnings = count } }

  func lists(_ lists: [String: [String]]) -> EngineVector { with { $0.lists = lists } }

  /// The exact conditions under which it applies.
  func when(_ parameters: [String: [String]]) -> EngineVector { with { $0.parameters = parameters } }

  func files(_ files: KeyValuePairs<String, String>) -> EngineVector { with { $0.files = files } }

  func below(_ levels: KeyValuePairs<String, String>...) -> EngineVector { with { $0.below = levels } }

  func above(_ levels: KeyValuePairs<String, String>...) -> EngineVector { with { $0.above = levels } }

  func check() throws {
    let files = try self.files.map { (try #require(RelativePath($0)), $1) }
    let evaluation = try Evaluation(
      text, files: files, for: parameters, below: below.map { SettingsLevel("", of: $0) },
      above: above.map { SettingsLevel("", of: $0) })
    for (name, expected) in values {
      #expect(try evaluation[name] == expected, "\(name) of \(text)")
    }
    for (name, expected) in lists {
      #expect(try evaluation.scope.list(of: name) == expected, "\(name) of \(text)")
    }
    let severities = evaluation.problems.map(\.diagnostic.severity)
    #expect(severities.count { $0 == .error } == errors, "\(evaluation.messages)")
    #expect(severities.count { $0 == .warning } == warnings, "\(evaluation.messages)")
  }
}
