import TextEditing
import Versioning

/// A value that a lane is given: `martlet run release notes=NEWS.md`.
package struct LaneParameter: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case string, bool, int, choice, version, path
  }

  package let name: String
  package var kind = Kind.string
  package var summary: String?
  /// What it is when nobody gives one; nil: it is empty, or must be given.
  package var defaultValue: Template?
  package var isRequired = false
  /// Whether its value must not be seen: it can be handed to the environment of a command, and nowhere else.
  package var isSecret = false
  /// The environment variable that it is taken from when it is not given.
  package var variable: String?
  /// What may be chosen from; only of a choice.
  package var choices: [String] = []

  /// Whether nothing but an argument can say what it is.
  var mustBeGiven: Bool { isRequired && defaultValue == nil && variable == nil }

  package init(name: String) {
    self.name = name
  }

  /// `text` as a value of the parameter, in its usual spelling: `yes` as `true`.
  ///
  /// - Throws: `Failure.badArgument`.
  package func value(_ text: String) throws(Failure) -> String {
    switch kind {
    case .string: return text
    case .bool:
      if ["true", "yes"].contains(text) { return "true" }
      if ["false", "no"].contains(text) { return "false" }
    case .int:
      if let number = Int(text) { return String(number) }
    case .choice:
      if choices.contains(text) { return text }
    case .version:
      if (try? Version(text)) != nil { return text }
    case .path:
      if let path = RelativePath(text) { return path.string }
    }
    throw .badArgument(name, value: isSecret ? "…" : text, expected: expectation)
  }

  /// What is wrong with `text` as a value; nil when nothing is.
  package func problem(with text: String) -> String? {
    do {
      _ = try value(text)
      return nil
    } catch {
      return error.firstMessage
    }
  }

  /// What is expected, in words.
  package var expectation: String {
    switch kind {
    case .string: "text"
    case .bool: "`true` or `false`"
    case .int: "a whole number"
    case .choice: "one of \(choices.map { "`\($0)`" }.joined(separator: ", "))"
    case .version: "a version such as `1.5.0`"
    case .path: "a path inside the repository"
    }
  }
}

extension Failure {
  static func badArgument(_ name: String, value: String, expected: String) -> Failure {
    Failure("`\(name)` is `\(value)`, expected \(expected)", exit: .usage)
  }
}
