import MartletCore

/// A condition of an assignment: `[sdk=iphoneos*]` after a setting's name.
package struct Condition: Hashable, Sendable {
  /// For example `sdk`, `config` or `arch`; not trimmed.
  package let parameter: String
  /// A pattern in which `*` matches any text and `?` matches one character.
  package let pattern: String

  package init(_ parameter: String, _ pattern: String) {
    self.parameter = parameter
    self.pattern = pattern
  }

  /// Whether one of the given values of the parameter matches the pattern.
  ///
  /// A parameter without a value matches only the pattern `*`, not even `**`.
  package func holds(for values: [String: [String]]) -> Bool {
    guard let values = values[parameter], !values.isEmpty else { return pattern == "*" }
    return values.contains { $0.matches(wildcards: pattern) }
  }
}

extension Condition: CustomStringConvertible {
  package var description: String { "[\(parameter)=\(pattern)]" }
}
