import Environments
import SystemAPI

/// A configuration value in a report. Types that JSON lacks become text. Secrets are never included.
indirect enum ReportedValue: Encodable {
  case flag(Bool)
  case whole(Int)
  case number(Double)
  case text(String)
  case list([ReportedValue])
  case table([String: ReportedValue])

  init(_ value: TypedValue) {
    self =
      switch value {
      case .bool(let flag): .flag(flag)
      case .int(let number): .whole(number)
      case .double(let number): .number(number)
      case .string(let text), .url(let text), .data(let text), .choice(let text): .text(text)
      case .date(let instant): .text("\(instant)")
      case .secret(let secret): .text("\(secret)")
      case .list(let elements): .list(elements.map(ReportedValue.init))
      case .table(let fields):
        .table(
          Dictionary(fields.compactMap { field in field.value.map { (field.key, ReportedValue($0)) } }) { first, _ in
            first
          })
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flag(let flag): try container.encode(flag)
    case .whole(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let elements): try container.encode(elements)
    case .table(let table): try container.encode(table)
    }
  }
}

extension ReportedValue {
  /// The value as text; nil for a collection.
  var plainText: String? {
    switch self {
    case .flag(let flag): "\(flag)"
    case .whole(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list, .table: nil
    }
  }

  /// The elements of a list; any other value is its only element.
  var elements: [ReportedValue] { if case .list(let elements) = self { elements } else { [self] } }

  /// Returns the value as JSON on one line, with keys in alphabetical order.
  func jsonText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
