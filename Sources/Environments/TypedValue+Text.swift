import Lanes
import MartletCore

extension TypedValue {
  /// The value as text; nil for a collection. An embedded secret is its value.
  var scalarText: String? {
    switch self {
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text), .url(let text), .choice(let text), .data(let text): text
    case .date(let instant): "\(instant)"
    case .secret(let secret): secret.value?.exposed ?? ""
    case .list, .table: nil
    }
  }

  /// Returns the value as JSON (RFC 8259) on several lines, keys in byte order; dates and data are texts.
  func json(indentation: String) -> String {
    let inner = indentation + "  "
    switch self {
    case .bool, .int, .double: return scalarText ?? "null"
    case .string, .url, .choice, .data, .date, .secret: return (scalarText ?? "").jsonLiteral
    case .list(let elements):
      guard !elements.isEmpty else { return "[]" }
      return "[\n" + elements.map { inner + $0.json(indentation: inner) }.joined(separator: ",\n") + "\n\(indentation)]"
    case .table(let fields):
      let lines = fields.compactMap { field in
        field.value.map { "\(inner)\(field.key.jsonLiteral): \($0.json(indentation: inner))" }
      }
      return lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    }
  }

  /// The value as JSON in one line.
  var jsonLine: String {
    switch self {
    case .bool, .int, .double, .string, .url, .choice, .data, .date, .secret: json(indentation: "")
    case .list(let elements): "[\(elements.map(\.jsonLine).joined(separator: ","))]"
    case .table(let fields):
      "{"
        + fields.compactMap { field in field.value.map { "\(field.key.jsonLiteral):\($0.jsonLine)" } }.joined(
          separator: ",") + "}"
    }
  }
}

extension String {
  /// The text as a JSON string; only ASCII control characters, quotes and backslashes are escaped.
  var jsonLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        literal += "\\u" + scalar.value.zeroPadded(to: 4, radix: 16)
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
