import Lanes
import MartletCore

/// Converts the contents of a file to values with their origin.
struct ValueReader {
  let source: SourceText
  let layer: LayerName
  /// It decides how numbers, dates and flags are spelled.
  let format: ValueSource.Format

  func value(_ document: DocumentValue) throws(EnvironmentError) -> ConfiguredValue {
    let origin = origin(document.span)
    switch document.content {
    case .text(let text): return ConfiguredValue(.text(text), origin)
    case .real(let text):
      guard let number = Double(text), number.isFinite else { throw wrong(text, "a finite number", origin) }
      return ConfiguredValue(.double(number), origin)
    case .data(let text):
      guard text.isBase64 else { throw wrong(text, "Base64", origin) }
      return ConfiguredValue(.data(text), origin)
    case .word(let word): return ConfiguredValue(try content(of: word, origin), origin)
    case .list(let elements):
      var values: [ConfiguredValue] = []
      for element in elements { values.append(try value(element)) }
      return ConfiguredValue(.list(values), origin)
    case .table(let table):
      var values: [String: ConfiguredValue] = [:]
      for entry in table.entries { values[entry.key] = try value(entry.value).at(self.origin(entry.keySpan)) }
      return ConfiguredValue(.table(values), origin)
    }
  }

  /// Reads YAML. Plain scalars follow the core schema (1.2, 10.3), and are texts where a number would lose something.
  func value(_ node: Node) throws(EnvironmentError) -> ConfiguredValue {
    let origin = origin(node.span)
    switch node.content {
    case .nothing: return ConfiguredValue(.unset, origin)
    case .scalar(let text):
      let isPlain = source.bytes.byte(at: node.span.lowerBound).map { !"\"'|>".utf8.contains($0) } ?? true
      return ConfiguredValue(isPlain ? try content(of: text, origin) : .text(text), origin)
    case .sequence(let elements):
      var values: [ConfiguredValue] = []
      for element in elements { values.append(try value(element)) }
      return ConfiguredValue(.list(values), origin)
    case .mapping(let entries):
      var values: [String: ConfiguredValue] = [:]
      for entry in entries {
        guard entry.key != "<<" else { throw EnvironmentError([.mergeKey(self.origin(entry.keySpan))]) }
        values[entry.key] = try value(entry.value).at(self.origin(entry.keySpan))
      }
      return ConfiguredValue(.table(values), origin)
    }
  }

  private func content(of word: String, _ origin: Origin) throws(EnvironmentError) -> ConfiguredValue.Content {
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .unset
    case "True", "TRUE": if format == .yaml { return .bool(true) }
    case "False", "FALSE": if format == .yaml { return .bool(false) }
    case "~", "Null", "NULL": if format == .yaml { return .unset }
    default: break
    }
    if let number = integer(word) { return .int(number) }
    let digits = format == .toml ? word.replacing("_", with: "") : word
    if format == .yaml {
      if let number = digits.asDouble { return .double(number) }
    } else if digits.wholeMatch(of: String.decimal) != nil,
      digits.contains(where: { ".eE".contains($0) }), let number = Double(digits), number.isFinite
    {
      return .double(number)
    }
    if format != .json, let instant = Instant(word) { return .date(instant) }
    guard format != .yaml else { return .text(word) }
    throw wrong(word, "a value that fits into `Bool`, `Int`, `Double` or `Date`", origin)
  }

  private func integer(_ word: String) -> Int? {
    if let number = word.asInt { return number }
    var digits = format == .toml ? word.replacing("_", with: "") : word
    if digits.hasPrefix("+") { digits.removeFirst() }
    switch format {
    case .json: return nil
    // A property list marks numbers as such, so leading zeros have no meaning.
    case .plist, .env, .xcconfig: return Int(digits)
    case .toml, .yaml:
      for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
        return digits.dropFirst(2).first?.isHexDigit == true ? Int(digits.dropFirst(2), radix: radix) : nil
      }
      return digits.asInt
    }
  }

  private func origin(_ span: Range<Int>) -> Origin { Origin(layer, .place(source.place(at: span.lowerBound))) }

  private func wrong(_ text: String, _ expected: String, _ origin: Origin) -> EnvironmentError {
    EnvironmentError([.wrongValue(text, expected: expected, origin)])
  }
}

extension ConfiguredValue {
  /// Returns the value at the place of its key, where users look for it.
  fileprivate func at(_ origin: Origin) -> ConfiguredValue { ConfiguredValue(content, origin) }
}
