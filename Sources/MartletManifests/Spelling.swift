import MartletCore

/// The spelling of a value in a format, which determines the bytes to write.
package enum Spelling: Hashable, Sendable {
  /// Literal: inside quotes or markup that no version or build number can end.
  case plain
  /// A bare or quoted string of a property list in OpenStep form, quotes included in the span.
  case openStep
  /// In a binary file, where a text cannot grow or shrink: it can be read, but not edited.
  case binary
  /// A plain YAML scalar without quotes: gets quotes when the text would be read as a different number. An integer in
  /// place of an integer stays bare.
  case yamlScalar
  /// A JSON number: gets quotes when the text is not a number.
  case jsonNumber
  /// The last argument of a Swift call, `, suffix: "dev"` with the comma; omitted when the value is empty.
  case swiftArgument(label: String)

  /// Returns the value of the bytes `text`.
  package func value(of text: String) -> String {
    switch self {
    case .plain, .binary, .yamlScalar, .jsonNumber: text
    case .swiftArgument:
      text.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first.map(String.init) ?? ""
    case .openStep: text.first == "\"" || text.first == "'" ? String(text.dropFirst().dropLast()) : text
    }
  }

  /// Returns the bytes for `value`, in the style of `current` if possible.
  package func text(for value: String, replacing current: String) -> String {
    switch self {
    case .plain, .binary:
      value
    case .openStep:
      value.openStepSpelling(like: current)
    case .yamlScalar:
      value.isNumberInYAML && !(value.isPlainInteger && current.isPlainInteger) ? "\"\(value)\"" : value
    case .jsonNumber:
      value.isPlainInteger ? value : "\"\(value)\""
    case .swiftArgument(let label):
      value.isEmpty ? "" : ", \(label): \"\(value)\""
    }
  }
}

extension String {
  /// Whether it is a decimal integer in canonical spelling, which every parser reads alike.
  fileprivate var isPlainInteger: Bool {
    self == "0" || (first != "0" && !isEmpty && utf8.allSatisfy(\.isDigit))
  }

  /// Whether YAML 1.1 or 1.2 reads the plain scalar as an integer or a float: `1`, `1.10`, `1e3`, `.5`, `1_000`.
  fileprivate var isNumberInYAML: Bool {
    let digits = replacing("_", with: "")
    return Double(digits) != nil || digits.hasPrefix("0x") || digits.hasPrefix("0o")
  }
}
