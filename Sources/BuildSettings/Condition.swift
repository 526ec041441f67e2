import TextEditing

/// What has to hold for an assignment to count: `[sdk=iphoneos*]` behind a setting's name.
package struct Condition: Hashable, Sendable {
  /// For example `sdk`, `config` or `arch`; nothing is trimmed.
  package let parameter: String
  /// A text in which `*` stands for any text and `?` for one character.
  package let pattern: String

  package init(_ parameter: String, _ pattern: String) {
    self.parameter = parameter
    self.pattern = pattern
  }

  /// Whether it holds where the parameters have the given values: one of them has to match.
  ///
  /// A parameter without a value matches the pattern `*` and no other, not even `**`.
  package func holds(for values: [String: [String]]) -> Bool {
    guard let values = values[parameter], !values.isEmpty else { return pattern == "*" }
    return values.contains { $0.matches(wildcards: pattern) }
  }
}

extension Condition: CustomStringConvertible {
  package var description: String { "[\(parameter)=\(pattern)]" }
}
