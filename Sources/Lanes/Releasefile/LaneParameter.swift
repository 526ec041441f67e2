import MartletCore

/// A parameter of a lane: `martlet run release notes=NEWS.md`.
package struct LaneParameter: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case string, bool, int, choice, version, path
  }

  package let name: String
  package var kind = Kind.string
  package var summary: String?
  /// The value without an argument; nil: it is empty or required.
  package var defaultValue: Template?
  package var isRequired = false
  /// Whether its value is secret: it can be used only in the environment of a command.
  package var isSecret = false
  /// The environment variable to read without an argument.
  package var variable: String?
  /// The values to choose from; only for a choice.
  package var choices: [String] = []

  /// Whether an argument is required.
  var mustBeGiven: Bool { isRequired && defaultValue == nil && variable == nil }

  package init(name: String) {
    self.name = name
  }

  /// Returns `text` as a normalized value of the parameter: `yes` as `true`.
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

  /// Returns the problem with `text` as a value; nil when it is valid.
  package func problem(with text: String) -> String? {
    do {
      _ = try value(text)
      return nil
    } catch {
      return error.firstMessage
    }
  }

  /// The expectation for messages.
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
