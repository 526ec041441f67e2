import Lanes
import MartletCore

/// A value of a layer, before its type is known.
package struct ConfiguredValue: Sendable {
  package enum Content: Sendable {
    case bool(Bool)
    case int(Int)
    /// Always finite.
    case double(Double)
    case date(Instant)
    /// Bytes in Base64 (RFC 4648).
    case data(String)
    /// A text in a format with types.
    case text(String)
    /// A text in a format without types: `.env`, xcconfig, a variable. The other environments' values decide its type.
    case plain(String)
    case secret(ConfigurationSecret)
    case list([ConfiguredValue])
    case table([String: ConfiguredValue])
    /// Removes the value of a weaker layer.
    case unset
  }

  package let content: Content
  package let origin: Origin

  package init(_ content: Content, _ origin: Origin) {
    self.content = content
    self.origin = origin
  }

  /// The value at `key`.
  package subscript(key: ConfigurationKey) -> ConfiguredValue? {
    key.components.reduce(self) { value, component in
      guard case .table(let table) = value?.content else { return nil }
      return table[component]
    }
  }

  /// The pairs of a table; empty for any other value.
  var table: [String: ConfiguredValue] { if case .table(let table) = content { table } else { [:] } }

  /// Returns this value with `stronger` over it: tables are merged key by key, everything else is replaced.
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

  /// Returns this value with `value` at `key`, creating missing tables.
  func setting(_ key: ArraySlice<String>, to value: ConfiguredValue) -> ConfiguredValue {
    guard let first = key.first else { return value }
    var table = table
    table[first] = (table[first] ?? ConfiguredValue(.table([:]), value.origin)).setting(key.dropFirst(), to: value)
    return ConfiguredValue(.table(table), origin)
  }

  /// Returns this value without the value at `key`.
  func removing(_ key: ArraySlice<String>) -> ConfiguredValue {
    guard let first = key.first, case .table(var table) = content else { return self }
    table[first] = key.count == 1 ? nil : table[first]?.removing(key.dropFirst())
    return ConfiguredValue(.table(table), origin)
  }

  /// Returns the value without removal marks that have no effect.
  func pruned() -> ConfiguredValue {
    guard case .table(let table) = content else { return self }
    let kept = table.compactMapValues { value -> ConfiguredValue? in
      if case .unset = value.content { nil } else { value.pruned() }
    }
    return ConfiguredValue(.table(kept), origin)
  }
}

extension ConfiguredValue: CustomStringConvertible {
  /// The value in one line, for display; a secret's bytes are not in it.
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

  /// The type with its article, for messages: `an Int`.
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
  /// The pairs in the byte order of their keys.
  var sortedByKey: [(key: String, value: Value)] {
    sorted { $0.key.precedesInBytes($1.key) }.map { ($0.key, $0.value) }
  }
}
