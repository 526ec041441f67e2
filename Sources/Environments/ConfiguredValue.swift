import Lanes
import TextEditing

/// A value as a layer gives it, before its type is known.
package struct ConfiguredValue: Sendable {
  package enum Content: Sendable {
    case bool(Bool)
    case int(Int)
    /// Always finite.
    case double(Double)
    case date(Instant)
    /// Bytes in Base64, as RFC 4648 spells them.
    case data(String)
    /// What a format with types calls a text.
    case text(String)
    /// What a format with nothing but texts says: `.env`, xcconfig, a variable. Its type is what the others' is.
    case plain(String)
    case secret(HeldSecret)
    case list([ConfiguredValue])
    case table([String: ConfiguredValue])
    /// The value of a weaker layer is taken away.
    case unset
  }

  package let content: Content
  package let origin: Origin

  package init(_ content: Content, _ origin: Origin) {
    self.content = content
    self.origin = origin
  }

  /// What stands under `key`.
  package subscript(key: ConfigurationKey) -> ConfiguredValue? {
    key.components.reduce(self) { value, component in
      guard case .table(let table) = value?.content else { return nil }
      return table[component]
    }
  }

  /// The pairs of a table; empty for all else.
  var table: [String: ConfiguredValue] { if case .table(let table) = content { table } else { [:] } }

  /// This value with `stronger` over it: tables are merged key by key, everything else is replaced.
  func overlaid(by stronger: ConfiguredValue) -> ConfiguredValue {
    guard case .table(var table) = content, case .table(let other) = stronger.content else { return stronger }
    for (key, value) in other {
      if case .unset = value.content {
        table[key] = nil
      } else {
        table[key] = (table[key] ?? ConfiguredValue(.table([:]), value.origin)).overlaid(by: value)
      }
    }
    return ConfiguredValue(.table(table), origin)
  }

  /// This value with `value` under `key`, in tables that are made where there is none.
  func setting(_ key: ArraySlice<String>, to value: ConfiguredValue) -> ConfiguredValue {
    guard let first = key.first else { return value }
    var table = table
    table[first] = (table[first] ?? ConfiguredValue(.table([:]), value.origin)).setting(key.dropFirst(), to: value)
    return ConfiguredValue(.table(table), origin)
  }

  /// This value without what stands under `key`.
  func removing(_ key: ArraySlice<String>) -> ConfiguredValue {
    guard let first = key.first, case .table(var table) = content else { return self }
    table[first] = key.count == 1 ? nil : table[first]?.removing(key.dropFirst())
    return ConfiguredValue(.table(table), origin)
  }

  /// Without the marks of values that are taken away, which have nothing to take away.
  func pruned() -> ConfiguredValue {
    guard case .table(let table) = content else { return self }
    let kept = table.compactMapValues { value -> ConfiguredValue? in
      if case .unset = value.content { nil } else { value.pruned() }
    }
    return ConfiguredValue(.table(kept), origin)
  }
}

extension ConfiguredValue: CustomStringConvertible {
  /// In one line, for people; a secret's bytes are not in it.
  package var description: String {
    switch content {
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .date(let instant): "\(instant)"
    case .data(let base64): "<\(base64.base64ByteCount) bytes>"
    case .text(let text), .plain(let text): text
    case .secret(let secret): "\(secret)"
    case .list(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .table(let table):
      "{\(table.sortedByKey.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    case .unset: "<unset>"
    }
  }

  /// What it is, in words for messages: `an Int`.
  var kind: String {
    switch content {
    case .bool: "a Bool"
    case .int: "an Int"
    case .double: "a Double"
    case .date: "a Date"
    case .data: "Data"
    case .text(let text): text.isURL ? "a URL" : "a String"
    case .plain, .secret: "a String"
    case .list: "a list"
    case .table: "a dictionary"
    case .unset: "nothing"
    }
  }
}

extension Dictionary where Key == String {
  /// The pairs in the order of their keys' bytes.
  var sortedByKey: [(key: String, value: Value)] {
    sorted { $0.key.precedesInBytes($1.key) }.map { ($0.key, $0.value) }
  }
}
