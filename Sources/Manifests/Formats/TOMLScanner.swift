import TextEditing

/// Finds the one-line strings of a TOML text (toml.io, 1.0) with the way to each.
///
/// A line that is no TOML is stepped over: what is asked for is then not found, or is found where it stands.
struct TOMLScanner {
  private let source: SourceText
  private let bytes: [UInt8]
  private var index: Int
  private var table: [String] = []
  private var values: [ScalarValue] = []

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.startOffset
  }

  static func strings(of source: SourceText) -> [ScalarValue] {
    var scanner = TOMLScanner(source)
    while scanner.index < scanner.bytes.count { scanner.scanLine() }
    return scanner.values
  }

  private mutating func scanLine() {
    index = bytes.index(after: index) { $0.isBlank || $0.isLineEnd }
    guard let byte = bytes.byte(at: index) else { return }
    if byte == UInt8(ascii: "[") {
      index = bytes.index(after: index) { $0 == UInt8(ascii: "[") }
      table = key() ?? []
    } else if byte != UInt8(ascii: "#"), let key = key(), bytes.byte(at: index) == UInt8(ascii: "=") {
      index = bytes.index(after: index + 1, while: \.isBlank)
      scanValue(of: key)
    }
    index = bytes.index(after: index) { !$0.isLineEnd }
  }

  /// A bare, quoted or dotted key, and steps over it and the blanks after it.
  private mutating func key() -> [String]? {
    var parts: [String] = []
    repeat {
      if !parts.isEmpty { index += 1 }
      index = bytes.index(after: index, while: \.isBlank)
      if let quoted = string() {
        parts.append(source.string(at: quoted))
      } else {
        let end = bytes.index(after: index) { $0.isIdentifier || $0 == UInt8(ascii: "-") }
        guard end > index else { return nil }
        parts.append(source.string(at: index..<end))
        index = end
      }
      index = bytes.index(after: index, while: \.isBlank)
    } while bytes.byte(at: index) == UInt8(ascii: ".")
    return parts
  }

  private mutating func scanValue(of key: [String]) {
    if skipLongString() { return }
    if let span = string() {
      values.append(ScalarValue(path: ValuePath(table + key), span: span, style: .quoted))
    } else if let byte = bytes.byte(at: index), byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
      skipContainer()
    }
  }

  /// The inside of a one-line string that begins here, and steps over it; nil and no step when there is none.
  private mutating func string() -> Range<Int>? {
    guard let quote = bytes.byte(at: index), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    var end = index + 1
    while let byte = bytes.byte(at: end), byte != quote {
      if byte.isLineEnd { return nil }
      end += byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1
    }
    guard end < bytes.count else { return nil }
    defer { index = end + 1 }
    return index + 1..<end
  }

  private mutating func skipLongString() -> Bool {
    for quotes in ["\"\"\"", "'''"] where bytes.has(quotes, at: index) {
      index = bytes.firstIndex(of: quotes, from: index + 3).map { $0 + 3 } ?? bytes.count
      return true
    }
    return false
  }

  /// Steps over an array or inline table, with the strings and comments in it.
  private mutating func skipContainer() {
    var depth = 0
    repeat {
      guard let byte = bytes.byte(at: index) else { return }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "#"):
        index = bytes.index(after: index) { !$0.isLineEnd }
        continue
      default:
        if skipLongString() || string() != nil { continue }
      }
      index += 1
    } while depth > 0
  }
}
