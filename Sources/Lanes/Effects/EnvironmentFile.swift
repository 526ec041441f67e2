import MartletCore

/// Variables of a `.env` file: one `NAME=value` per line, with optional `export` before it and optional quotes around
/// the value. `#` begins a comment. Values are not evaluated; in double quotes, `\n`, `\"` and `\\` are escapes as in
/// C.
package struct EnvironmentFile: Sendable {
  /// A variable with the bytes of its line.
  package struct Assignment: Sendable {
    package let name: String
    package let value: String
    /// Whether the value is written without quotes.
    package let isBare: Bool
    package let span: Range<Int>
  }

  /// In the order of the file.
  package let assignments: [Assignment]

  /// By name; of a repeated name the last.
  package var variables: [String: String] { Dictionary(assignments.map { ($0.name, $0.value) }) { $1 } }

  /// - Throws: `Failure` with every invalid line.
  package init(_ source: SourceText) throws {
    var assignments: [Assignment] = []
    var problems: [Diagnostic] = []
    for span in source.lineSpans {
      let line = source.string(at: span).trimmingBlanks()
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      guard let (name, value, isBare) = Self.assignment(in: line) else {
        problems.append(
          Diagnostic("not a variable, expected a line such as `NAME=value`", at: span, of: source))
        continue
      }
      assignments.append(Assignment(name: name, value: value, isBare: isBare, span: span))
    }
    guard problems.isEmpty else { throw Failure(problems) }
    self.assignments = assignments
  }

  private static func assignment(in line: String) -> (name: String, value: String, isBare: Bool)? {
    let text = line.hasPrefix("export ") ? String(line.dropFirst("export ".count)).trimmingBlanks() : line
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = String(text[..<equals]).trimmingBlanks()
    guard name.isVariableName else { return nil }
    let value = String(text[text.index(after: equals)...]).trimmingBlanks()
    switch value.first {
    case "'":
      guard let end = value.dropFirst().firstIndex(of: "'") else { return nil }
      return (name, String(value[value.index(after: value.startIndex)..<end]), false)
    case "\"": return unescaped(value.dropFirst()).map { (name, $0, false) }
    default: return (name, withoutComment(value), true)
    }
  }

  /// Returns the text up to the closing double quote; nil without one.
  private static func unescaped(_ text: Substring) -> String? {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return result
      } else {
        result.append(character)
      }
    }
    return nil
  }

  /// A `#` begins a comment after a blank only: `a#b` is a value.
  private static func withoutComment(_ value: String) -> String {
    guard let range = value.firstRange(of: " #") else { return value.hasPrefix("#") ? "" : value }
    return String(value[..<range.lowerBound]).trimmingBlanks()
  }
}

extension String {
  /// Whether this is a valid shell variable name.
  package var isVariableName: Bool { utf8.allSatisfy(\.isIdentifier) && utf8.first?.isDigit == false }

  /// This text without the spaces and tabs around it.
  package func trimmingBlanks() -> String {
    String(drop { $0 == " " || $0 == "\t" }).trimmingTrailingBlanks()
  }
}
