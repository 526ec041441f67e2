extension DocumentValue {
  /// Parses the tables of a TOML text (toml.io, 1.0). A table may be defined twice, unlike in TOML; a key may not.
  ///
  /// - Throws: `DocumentError.malformed` for the first invalid line.
  package init(toml source: SourceText) throws(DocumentError) {
    let (root, problem) = TOMLReader.read(source)
    if let problem { throw problem }
    self = root
  }

  /// Parses the valid parts of `source`. An invalid line is skipped, so its value is missing.
  package init(tomlIn source: SourceText) {
    self = TOMLReader.read(source).root
  }
}

/// Reads the tables of a TOML text, and continues after a mistake.
private struct TOMLReader {
  private let source: SourceText
  private let bytes: [UInt8]
  private var index: Int
  private var root = DocumentValue(.table(DocumentValue.Table()), span: 0..<0)
  /// The first invalid line.
  private var problem: DocumentError?

  /// Larger files are not written by hand, and are read as empty.
  private static let sizeLimit = DocumentError.greatestSize
  private static let depthLimit = 16

  static func read(_ source: SourceText) -> (root: DocumentValue, problem: DocumentError?) {
    var reader = TOMLReader(source)
    if source.bytes.count <= sizeLimit { reader.read() }
    return (reader.root, reader.problem)
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
        table = readHeader() ?? []
      } else if byte != UInt8(ascii: "#") {
        if !readAssignment(in: table) { report("invalid TOML, expected `key = value`", at: start) }
      }
      index = bytes.index(after: index, while: \.isBlank)
      if let byte = bytes.byte(at: index), !byte.isLineEnd, byte != UInt8(ascii: "#") {
        report("text after the value, expected the end of the line", at: index)
      }
      index = bytes.index(after: index) { !$0.isLineEnd }
    }
  }

  /// Parses `[table]` or `[[table]]`; nil if it is neither.
  private mutating func readHeader() -> [String]? {
    let start = index
    let isArray = bytes.has("[[", at: index)
    index += isArray ? 2 : 1
    guard let table = key(), bytes.has(isArray ? "]]" : "]", at: index) else {
      report("invalid table header, expected `[name]`", at: start)
      return nil
    }
    index += isArray ? 2 : 1
    let value = DocumentValue(.table(DocumentValue.Table()), span: start..<index)
    if table.count > Self.depthLimit || !root.insert(value, at: table[...], appending: isArray) {
      report("`\(table.joined(separator: "."))` cannot be a table, because it already has another value", at: start)
    }
    return table
  }

  private mutating func readAssignment(in table: [String]) -> Bool {
    let start = index
    guard let key = key(), bytes.byte(at: index) == UInt8(ascii: "=") else { return false }
    index += 1
    guard let value = value(depth: 0) else { return false }
    let path = table + key
    if path.count > Self.depthLimit || !root.insert(value, at: path[...], appending: false) {
      report("a second value for `\(path.joined(separator: "."))`, expected one", at: start)
    }
    return true
  }

  private mutating func report(_ words: String, at start: Int) {
    guard problem == nil else { return }
    let end = bytes.index(after: start) { !$0.isLineEnd }
    problem = .malformed(source, at: start..<end, problem: words, hint: nil)
  }

  /// Parses a bare, quoted or dotted key and the blanks after it.
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

  private mutating func value(depth: Int) -> DocumentValue? {
    index = bytes.index(after: index, while: \.isBlank)
    let start = index
    guard let byte = bytes.byte(at: index), depth < Self.depthLimit else { return nil }
    if let text = string() { return DocumentValue(.text(text), span: start..<index) }
    if byte == UInt8(ascii: "[") { return list(depth: depth) }
    if byte == UInt8(ascii: "{") { return table(depth: depth) }
    skipWord()
    // A blank may separate a date and a time.
    if index == start + 10, bytes.byte(at: start + 4) == UInt8(ascii: "-"), bytes.byte(at: index) == .space,
      bytes.byte(at: index + 3) == UInt8(ascii: ":")
    {
      index += 1
      skipWord()
    }
    return index > start ? DocumentValue(.word(source.string(at: start..<index)), span: start..<index) : nil
  }

  private mutating func skipWord() {
    index = bytes.index(after: index) { $0.isIdentifier || "+-.:".utf8.contains($0) }
  }

  private mutating func list(depth: Int) -> DocumentValue? {
    let start = index
    index += 1
    var elements: [DocumentValue] = []
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
    return DocumentValue(.list(elements), span: start..<index)
  }

  private mutating func table(depth: Int) -> DocumentValue? {
    let start = index
    index += 1
    var table = DocumentValue(.table(DocumentValue.Table()), span: start..<start + 1)
    while true {
      skipBlanksAndComments()
      if bytes.byte(at: index) == UInt8(ascii: "}") { break }
      guard let key = key(), bytes.byte(at: index) == UInt8(ascii: "="), key.count <= Self.depthLimit else {
        return nil
      }
      index += 1
      guard let value = value(depth: depth + 1) else { return nil }
      guard table.insert(value, at: key[...], appending: false) else { return nil }
      skipBlanksAndComments()
      guard bytes.byte(at: index) == UInt8(ascii: ",") else { break }
      index += 1
    }
    guard bytes.byte(at: index) == UInt8(ascii: "}") else { return nil }
    index += 1
    return DocumentValue(table.content, span: start..<index)
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
  /// Parses the string that begins here; nil without advancing if there is none.
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
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        guard let length = appendEscape(at: end, to: &text, isLong: isLong) else { return nil }
        end += length
      } else {
        text.append(byte)
        end += 1
      }
    }
    guard end < bytes.count else { return nil }
    index = end + (isLong ? 3 : 1)
    // Up to two quotes may precede the three that end a long text.
    let quotesEnd = isLong ? bytes.index(after: index) { $0 == quote } : index
    let more = min(2, quotesEnd - index)
    text += [UInt8](repeating: quote, count: more)
    index += more
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of the escape at `place`.
  ///
  /// - Returns: Its length in bytes; nil if it is not an escape.
  private func appendEscape(at place: Int, to text: inout [UInt8], isLong: Bool) -> Int? {
    guard let letter = bytes.byte(at: place + 1) else { return nil }
    if let plain = Self.escapes[letter] {
      text.append(plain)
      return 2
    }
    if letter == UInt8(ascii: "u") || letter == UInt8(ascii: "U") {
      let length = letter == UInt8(ascii: "u") ? 4 : 8
      guard place + 2 + length <= bytes.count, bytes[place + 2] != UInt8(ascii: "+"),
        let value = UInt32(source.string(at: place + 2..<place + 2 + length), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { return nil }
      text.append(contentsOf: String(Character(scalar)).utf8)
      return 2 + length
    }
    // In a long text a backslash at the end of a line removes the blanks before the next text.
    let lineEnd = bytes.index(after: place + 1, while: \.isBlank)
    guard isLong, bytes.byte(at: lineEnd)?.isLineEnd == true else { return nil }
    return bytes.index(after: lineEnd) { $0.isBlank || $0.isLineEnd } - place
  }

  /// A string with any other escape is not read.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): .lineFeed, UInt8(ascii: "t"): .tab,
    UInt8(ascii: "r"): .carriageReturn,
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]
}

// MARK: Ways

extension DocumentValue {
  /// Inserts `value` at the end of `path`, creating missing tables.
  ///
  /// - Parameter appending: Whether it is another element of an array of tables.
  /// - Returns: false if another value is in the way.
  fileprivate mutating func insert(_ value: DocumentValue, at path: ArraySlice<String>, appending: Bool) -> Bool {
    guard let key = path.first else { return false }
    switch content {
    case .list(var elements):
      // A path through an array of tables means its last one. The changed value has one reference, so it is not copied.
      guard !elements.isEmpty else { return false }
      content = .word("")
      defer { content = .list(elements) }
      return elements[elements.count - 1].insert(value, at: path, appending: appending)
    case .table(var table):
      content = .word("")
      defer { content = .table(table) }
      if path.count > 1 {
        if table[key] == nil {
          _ = table.append(key, at: value.span, DocumentValue(.table(DocumentValue.Table()), span: value.span))
        }
        return table.change(key) { $0.insert(value, at: path.dropFirst(), appending: appending) } ?? false
      }
      let first = appending ? DocumentValue(.list([value]), span: value.span) : value
      if table.append(key, at: value.span, first) { return true }
      return table.change(key) { $0.take(value, appending: appending) } ?? false
    case .text, .word, .real, .data: return false
    }
  }

  /// Adds an element to an array of tables, or defines a table that exists implicitly.
  private mutating func take(_ value: DocumentValue, appending: Bool) -> Bool {
    switch content {
    case .list(var elements) where appending:
      content = .word("")
      elements.append(value)
      content = .list(elements)
      return true
    case .table where !appending && value.content == .table(DocumentValue.Table()): return true
    case .text, .word, .real, .data, .list, .table: return false
    }
  }
}
