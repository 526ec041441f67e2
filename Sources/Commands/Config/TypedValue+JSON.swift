import Environments
import SystemAPI

/// The value in a report. Types that JSON lacks become text. Secrets are never included.
extension TypedValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let flag): try container.encode(flag)
    case .int(let number): try container.encode(number)
    case .double(let number): try container.encode(number)
    case .list(let elements): try container.encode(elements)
    case .table(let fields):
      try container.encode(Dictionary(fields.map { ($0.key, $0.value) }) { $1 }.compactMapValues(\.self))
    case .string, .url, .data, .choice, .date, .secret: try container.encode(plainText)
    }
  }

  /// The value as text; nil for a collection.
  var plainText: String? {
    switch self {
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text), .url(let text), .data(let text), .choice(let text): text
    case .date(let instant): "\(instant)"
    case .secret(let secret): "\(secret)"
    case .list, .table: nil
    }
  }

  /// The elements of a list; any other value is its only element.
  var elements: [TypedValue] { if case .list(let elements) = self { elements } else { [self] } }

  /// Returns the value as JSON on one line, with keys in alphabetical order.
  func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
