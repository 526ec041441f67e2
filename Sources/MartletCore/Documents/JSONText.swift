/// A JSON document whose members keep their order, so that the same facts give the same bytes.
package indirect enum JSONText: Sendable {
  case string(String)
  case integer(Int)
  case list([JSONText])
  case object([Member])

  /// A name with its value.
  package struct Member: Sendable {
    let name: String
    let value: JSONText

    package init(_ name: String, _ value: JSONText) {
      self.name = name
      self.value = value
    }
  }

  /// An object without the members whose values are nil.
  package static func members(_ members: KeyValuePairs<String, JSONText?>) -> JSONText {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// The document with a line for each value, and a line end.
  package var document: String { text(indentedBy: 0) + "\n" }

  private func text(indentedBy depth: Int) -> String {
    let (inner, outer) = (String(repeating: " ", count: depth + 2), String(repeating: " ", count: depth))
    switch self {
    case .string(let text): return "\"\(text.jsonEscaped)\""
    case .integer(let number): return "\(number)"
    case .list(let values) where values.isEmpty: return "[]"
    case .object(let members) where members.isEmpty: return "{}"
    case .list(let values):
      let lines = values.map { inner + $0.text(indentedBy: depth + 2) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
    case .object(let members):
      let lines = members.map { "\(inner)\"\($0.name.jsonEscaped)\": \($0.value.text(indentedBy: depth + 2))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    }
  }
}

extension String {
  /// The text escaped for a JSON string, without quotes (RFC 8259, 7).
  package var jsonEscaped: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
