import SystemAPI

/// A value of a JSON document of App Store Connect. Unknown keys and words are kept, because Apple adds some.
enum StoreValue: Hashable, Sendable, Codable {
  case text(String)
  case flag(Bool)
  case number(Double)
  case list([StoreValue])
  case table([String: StoreValue])
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([StoreValue].self) {
      self = .list(list)
    } else {
      self = .table(try container.decode([String: StoreValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    case .number(let number):
      if let whole = Int(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
    case .list(let list): try container.encode(list)
    case .table(let table): try container.encode(table)
    case .null: try container.encodeNil()
    }
  }

  subscript(key: String) -> StoreValue? { if case .table(let table) = self { table[key] } else { nil } }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  var count: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
  var elements: [StoreValue] { if case .list(let list) = self { list } else { [] } }
}

extension StoreValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
}

/// A resource of JSON:API: its type and id, its attributes, and the ids of related ones.
struct StoreResource: Hashable, Sendable {
  let type: String
  let id: String
  private let value: StoreValue

  init?(_ value: StoreValue) {
    guard let type = value["type"]?.text, let id = value["id"]?.text else { return nil }
    (self.type, self.id, self.value) = (type, id, value)
  }

  subscript(attribute: String) -> StoreValue? { value["attributes"]?[attribute] }

  /// The id of the related resource; nil if there is none, or if the answer does not include it.
  func related(_ name: String) -> String? { value["relationships"]?[name]?["data"]?["id"]?.text }
}
