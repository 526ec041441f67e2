import TextEditing

/// Reads the tables of a TOML text (toml.io, 1.0) as far as tools' configurations need them.
///
/// What is no TOML is stepped over to the end of its line: what is asked for is then not there.
struct TOMLReader {
  private let source: SourceText
  private let bytes: [UInt8]
  private var index: Int
  private var root = TOMLValue(content: .table([]), span: 0..<0)

  /// Larger files are none that a person wrote, and are read as empty.
  private static let sizeLimit = 1 << 18
  private static let depthLimit = 16

  static func root(of source: SourceText) -> TOMLValue {
    var reader = TOMLReader(source)
    if source.bytes.count <= sizeLimit { reader.read() }
    return reader.root
  }

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.startOffset
  }

  private mutating func read() {
    var table: [String] = []
    while true {
      index = bytes.index(after: index) { $0.isBlank || $0.isLineEnd }
      guard let byte = bytes.byte(at: index) else { return }
      let start = index
      if byte == UInt8(ascii: "[") {
        let isArray = bytes.has("[[", at: index)
        index += isArray ? 2 : 1
        table = key() ?? []
        let value = TOMLValue(content: .table([]), span: start..<index)
        if table.count <= Self.depthLimit { _ = root.insert(value, at: table[...], appending: isArray) }
      } else if byte != UInt8(ascii: "#"), let key = key(), bytes.byte(at: index) == UInt8(ascii: "=") {
        index += 1
        if let value = value(depth: 0), (table + key).count <= Self.depthLimit {
          _ = root.insert(value, at: (table + key)[...], appending: false)
        }
      }
      index = bytes.index(after: index) { !$0.isLineEnd }
    }
  }

  /// A bare, quoted or dotted key, and steps over it and the blanks after it.
  private mutating func key() -> [String]? {
    var parts: [String] = []
    repeat {
      if !parts.isEmpty { index += 1 }
      index = bytes.index(after: index, while: \.isBlank)
      if let text = string() {
        parts.append(text)
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

  private mutating func value(depth: Int) -> TOMLValue? {
    index = bytes.index(after: index, while: \.isBlank)
    let start = index
    guard let byte = bytes.byte(at: index), depth < Self.depthLimit else { return nil }
    if let text = string() { return TOMLValue(content: .text(text), span: start..<index) }
    if byte == UInt8(ascii: "[") { return list(depth: depth) }
    if byte == UInt8(ascii: "{") { return table(depth: depth) }
    index = bytes.index(after: index) { $0.isIdentifier || "+-.:".utf8.contains($0) }
    return index > start ? TOMLValue(content: .word(source.string(at: start..<index)), span: start..<index) : nil
  }

  private mutating func list(depth: Int) -> TOMLValue? {
    let start = index
    index += 1
    var elements: [TOMLValue] = []
    while true {
      skipBlanksAndComments()
      if bytes.byte(at: index) == UInt8(ascii: "]") { break }
      guard let value = value(depth: depth + 1) else { return nil }
      elements.append(value)
      skipBlanksAndComments()
      guard bytes.byte(at: index) == UInt8(ascii: ",") else { break }
      index += 1
    }
    guard bytes.byte(at: index) == UInt8(ascii: "]") else { return nil }
    index += 1
    return TOMLValue(content: .list(elements), span: start..<index)
  }

  private mutating func table(depth: Int) -> TOMLValue? {
    let start = index
    index += 1
    var table = TOMLValue(content: .table([]), span: start..<start + 1)
    while true {
      skipBlanksAndComments()
      if bytes.byte(at: index) == UInt8(ascii: "}") { break }
      guard let key = key(), bytes.byte(at: index) == UInt8(ascii: "="), key.count <= Self.depthLimit else {
        return nil
      }
      index += 1
      guard let value = value(depth: depth + 1) else { return nil }
      _ = table.insert(value, at: key[...], appending: false)
      skipBlanksAndComments()
      guard bytes.byte(at: index) == UInt8(ascii: ",") else { break }
      index += 1
    }
    guard bytes.byte(at: index) == UInt8(ascii: "}") else { return nil }
    index += 1
    return TOMLValue(content: table.content, span: start..<index)
  }

  private mutating func skipBlanksAndComments() {
    index = bytes.index(after: index) { $0.isBlank || $0.isLineEnd }
    while bytes.byte(at: index) == UInt8(ascii: "#") {
      index = bytes.index(after: index) { !$0.isLineEnd }
      index = bytes.index(after: index) { $0.isBlank || $0.isLineEnd }
    }
  }
}

// MARK: Strings

extension TOMLReader {
  /// The string that begins here, and steps over it; nil and no step when there is none.
  private mutating func string() -> String? {
    guard let quote = bytes.byte(at: index), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    let mark = quote == UInt8(ascii: "\"") ? "\"\"\"" : "'''"
    let isLong = bytes.has(mark, at: index)
    var end = index + (isLong ? 3 : 1)
    if isLong { end += bytes.has("\r\n", at: end) ? 2 : bytes.byte(at: end) == .lineFeed ? 1 : 0 }
    var text: [UInt8] = []
    while let byte = bytes.byte(at: end), isLong ? !bytes.has(mark, at: end) : byte != quote {
      if byte.isLineEnd, !isLong { return nil }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let escaped = bytes.byte(at: end + 1) {
        guard let plain = Self.escapes[escaped] else { return nil }
        text.append(plain)
        end += 2
      } else {
        text.append(byte)
        end += 1
      }
    }
    guard end < bytes.count else { return nil }
    index = end + (isLong ? 3 : 1)
    return String(decoding: text, as: UTF8.self)
  }

  /// A string with another escape is one that is not read.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): .lineFeed, UInt8(ascii: "t"): .tab, UInt8(ascii: "r"): .carriageReturn,
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]
}
