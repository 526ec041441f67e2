import Lanes

/// The type of a value in every environment.
package indirect enum ValueType: Hashable, Sendable {
  case bool, int, double, string, url, date, data
  case choice([String])
  case list(ValueType)
  /// In the order of the keys' bytes.
  case table([Field])

  package struct Field: Hashable, Sendable {
    package let key: String
    package let type: ValueType
    /// Whether an environment may omit it.
    package let isOptional: Bool
  }

  init(_ kind: TypeDeclaration.Kind) {
    self =
      switch kind {
      case .bool: .bool
      case .int: .int
      case .double: .double
      case .string: .string
      case .url: .url
      case .date: .date
      case .data: .data
      case .choice(let words): .choice(words)
      case .list(let element): .list(ValueType(element))
      }
  }

  /// The fields of a table; empty for any other type.
  package var fields: [Field] { if case .table(let fields) = self { fields } else { [] } }

  /// The type at `key`.
  package subscript(key: ConfigurationKey) -> ValueType? {
    key.components.reduce(self) { type, component in type?.fields.element(with: component, of: \.key)?.type }
  }
}

extension ValueType: CustomStringConvertible {
  /// The type as Swift spells it.
  package var description: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .url: "URL"
    case .date: "Date"
    case .data: "Data"
    case .choice(let words): words.joined(separator: " | ")
    case .list(let element): "[\(element)]"
    case .table: "dictionary"
    }
  }

  /// The expected form, for messages.
  var expectation: String {
    switch self {
    case .bool: "`true` or `false`"
    case .int: "a whole number"
    case .double: "a number"
    case .string: "a text"
    case .url: "a URL such as `https://example.com/path`"
    case .date: "a date such as `2026-11-21T18:30:00Z`"
    case .data: "bytes in Base64"
    case .choice(let words): "one of \(words.map { "`\($0)`" }.joined(separator: ", "))"
    case .list(let element): "a list of \(element)"
    case .table: "a dictionary"
    }
  }
}
