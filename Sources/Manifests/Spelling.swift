import TextEditing

/// How a format writes a value down, and so what has to stand in the bytes for it to be read back as meant.
package enum Spelling: Hashable, Sendable {
  /// As it is: inside quotes or markup that no version or build number can break out of.
  case plain
  /// A bare or quoted string of a property list in OpenStep form, quotes included in the span.
  case openStep
  /// In a binary file, where a text has no room to grow or shrink: can be read, and is refused for editing.
  case binary
  /// A plain YAML scalar without quotes: gets some when the text would be read as another number than it looks. An
  /// integer in the place of an integer stays bare.
  case yamlScalar
  /// A number of JSON: gets quotes when the text is none.
  case jsonNumber
  /// A last argument of a call in Swift, `, suffix: "dev"` with the comma: left out when the value is empty.
  case swiftArgument(label: String)

  /// What the bytes `text` say.
  package func value(of text: String) -> String {
    switch self {
    case .plain, .binary, .yamlScalar, .jsonNumber: text
    case .swiftArgument:
      text.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first.map(String.init) ?? ""
    case .openStep: text.first == "\"" || text.first == "'" ? String(text.dropFirst().dropLast()) : text
    }
  }

  /// The bytes that say `value`, in the style of `current` where it permits that.
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
  /// Whether it is a decimal integer in its only spelling, which every parser reads alike.
  fileprivate var isPlainInteger: Bool {
    self == "0" || (first != "0" && !isEmpty && utf8.allSatisfy(\.isDigit))
  }

  /// Whether YAML 1.1 or 1.2 reads the plain scalar as an integer or a float: `1`, `1.10`, `1e3`, `.5`, `1_000`.
  fileprivate var isNumberInYAML: Bool {
    let digits = replacing("_", with: "")
    return Double(digits) != nil || digits.hasPrefix("0x") || digits.hasPrefix("0o")
  }
}
