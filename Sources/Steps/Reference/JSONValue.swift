/// A JSON value, for documents without a separate type.
enum JSONValue: Encodable {
  case string(String)
  case integer(Int)
  case bool(Bool)
  case array([JSONValue])
  case object([String: JSONValue])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .bool(let flag): try container.encode(flag)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

// Building blocks of JSON schemas.
extension JSONValue {
  /// A scalar of any kind: a Releasefile reads all of them as text.
  static func text(_ description: String) -> JSONValue {
    JSONValue.object(["type": .array(["string", "number", "boolean"].map(JSONValue.string))]).described(description)
  }

  static func number(in bounds: ClosedRange<Int>) -> JSONValue {
    var limits = ["type": JSONValue.string("integer"), "minimum": .integer(bounds.lowerBound)]
    if bounds.upperBound < .max { limits["maximum"] = .integer(bounds.upperBound) }
    return .object(limits)
  }

  static var flag: JSONValue {
    .object(["enum": .array([.bool(true), .bool(false)] + ["yes", "no"].map(JSONValue.string))])
  }

  static func choice(_ words: [String], _ description: String) -> JSONValue {
    JSONValue.object(["enum": .array(words.map(JSONValue.string))]).described(description)
  }

  static func array(of element: JSONValue) -> JSONValue {
    .object(["type": .string("array"), "items": element])
  }

  static func anyOf(_ forms: [JSONValue]) -> JSONValue { .object(["anyOf": .array(forms)]) }

  func adding(_ further: [String: JSONValue]) -> JSONValue {
    guard case .object(let values) = self else { return self }
    return .object(values.merging(further) { $1 })
  }

  func described(_ description: String) -> JSONValue {
    guard case .object(var values) = self, !description.isEmpty else { return self }
    values["description"] = .string(description)
    return .object(values)
  }
}
