import TextEditing

/// Finds assignments of literals in a Ruby text, outside of comments, strings and here-documents.
///
/// It knows as much of Ruby as podspecs use: `'…'`, `"…"`, `#`, `=begin`/`=end`, `<<~DESC`, `__END__`.
struct RubyScanner {
  /// `receiver.name = value`, or `name = value`.
  struct Assignment {
    let receiver: String?
    let name: String
    let value: Value
  }

  enum Value {
    /// The inside of a literal without interpolation.
    case string(Range<Int>)
    case name(String)
    /// The literals of a hash by their keys, without the braces' being needed.
    case hash([String: Range<Int>])

    var string: Range<Int>? {
      if case .string(let span) = self { span } else { nil }
    }
  }

  private enum Token: Equatable {
    case word(String)
    /// Nil when it is made up while the text runs.
    case string(Range<Int>?)
    case symbol(UInt8)
    case lineEnd
  }

  private let source: SourceText
  private let bytes: [UInt8]
  private var index: Int
  private var tokens: [Token] = []
  /// The words that end the here-documents which begin on the next line.
  private var terminators: [[UInt8]] = []

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.startOffset
  }

  /// Every assignment of a string, a name or a hash, in the order of the file.
  static func assignments(of source: SourceText) -> [Assignment] {
    var scanner = RubyScanner(source)
    scanner.scan()
    return scanner.tokens.indices.compactMap { scanner.assignment(at: $0) }
  }

  /// The name and the one requirement of every `s.dependency 'Name', '1.4.2'`.
  static func dependencies(of source: SourceText) -> [(name: Range<Int>, requirement: Range<Int>)] {
    var scanner = RubyScanner(source)
    scanner.scan()
    return scanner.tokens.indices.compactMap { index in
      guard scanner.tokens[index] == .word("dependency") else { return nil }
      let start = scanner.token(index + 1) == .symbol(UInt8(ascii: "(")) ? index + 2 : index + 1
      guard case .string(let name?) = scanner.token(start),
        scanner.token(start + 1) == .symbol(UInt8(ascii: ",")),
        case .string(let requirement?) = scanner.token(start + 2), !scanner.isFollowedByCall(start + 2),
        scanner.token(start + 3) != .symbol(UInt8(ascii: ","))
      else { return nil }
      return (name, requirement)
    }
  }

  private mutating func scan() {
    while let byte = bytes.byte(at: index) {
      if index == source.startOffset || bytes[index - 1].isLineEnd {
        if bytes.has("=begin", at: index) {
          index = bytes.firstIndex(of: "\n=end", from: index).map { $0 + 5 } ?? bytes.count
          continue
        }
        if bytes.has("__END__", at: index) { return }
      }
      switch byte {
      case UInt8(ascii: "#"): index = bytes.index(after: index) { !$0.isLineEnd }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): tokens.append(.string(string()))
      case _ where byte.isLineEnd: endLine()
      case _ where byte.isIdentifier || byte >= 0x80:
        let end = bytes.index(after: index) { $0.isIdentifier || $0 >= 0x80 }
        tokens.append(.word(source.string(at: index..<end)))
        index = end
      case UInt8(ascii: "<") where openHereDocument(): break
      default:
        if !byte.isBlank { tokens.append(.symbol(byte)) }
        index += 1
      }
    }
  }

  /// The inside of the string that begins here, and steps over it; it may have several lines.
  private mutating func string() -> Range<Int>? {
    let quote = bytes[index]
    var end = index + 1
    var isLiteral = true
    while let byte = bytes.byte(at: end), byte != quote {
      if byte == UInt8(ascii: "\\") || (quote == UInt8(ascii: "\"") && bytes.has("#{", at: end)) { isLiteral = false }
      end += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    defer { index = min(end + 1, bytes.count) }
    return isLiteral && end < bytes.count ? index + 1..<end : nil
  }

  private mutating func openHereDocument() -> Bool {
    guard bytes.has("<<", at: index) else { return false }
    var start = index + 2
    if let mark = bytes.byte(at: start), mark == UInt8(ascii: "~") || mark == UInt8(ascii: "-") { start += 1 }
    if let quote = bytes.byte(at: start), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") { start += 1 }
    let end = bytes.index(after: start, while: \.isIdentifier)
    guard end > start, bytes[start].isLetter, bytes[start] & 0x20 == 0 else { return false }
    terminators.append(Array(bytes[start..<end]))
    tokens.append(.string(nil))
    index = bytes.index(after: end) { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
    return true
  }

  private mutating func endLine() {
    tokens.append(.lineEnd)
    index += bytes.has("\r\n", at: index) ? 2 : 1
    while let terminator = terminators.first, index < bytes.count {
      let end = bytes.index(after: index) { !$0.isLineEnd }
      if bytes[bytes.trimmingBlanks(index..<end)].elementsEqual(terminator) { terminators.removeFirst() }
      index = end + (bytes.has("\r\n", at: end) ? 2 : 1)
    }
  }

  private func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// The assignment whose name is the token at `index`.
  private func assignment(at index: Int) -> Assignment? {
    guard case .word(let name) = tokens[index], tokens[index...].dropFirst().first == .symbol(UInt8(ascii: "=")) else {
      return nil
    }
    var receiver: String?
    if token(index - 1) == .symbol(UInt8(ascii: ".")) {
      guard case .word(let word) = token(index - 2) else { return nil }
      receiver = word
    }
    switch token(index + 2) {
    case .string(let span?) where !isFollowedByCall(index + 2):
      return Assignment(receiver: receiver, name: name, value: .string(span))
    case .word(let word) where [.lineEnd, nil].contains(token(index + 3)):
      return Assignment(receiver: receiver, name: name, value: .name(word))
    case .symbol(UInt8(ascii: "{")), .symbol(UInt8(ascii: ":")), .word:
      return Assignment(receiver: receiver, name: name, value: .hash(hash(from: index + 2)))
    case .string, .symbol, .lineEnd, nil: return nil
    }
  }

  /// How many tokens are looked at, so that a file of nothing but opening braces costs no more than others.
  private static let longestHash = 256

  /// The literals after `:key =>`, `'key' =>` and `key:`, up to the end of the statement or the closing brace.
  private func hash(from start: Int) -> [String: Range<Int>] {
    var entries: [String: Range<Int>] = [:]
    var depth = 0
    for index in start..<min(tokens.count, start + Self.longestHash) {
      switch tokens[index] {
      case .symbol(UInt8(ascii: "{")): depth += 1
      case .symbol(UInt8(ascii: "}")):
        depth -= 1
        if depth <= 0 { return entries }
      case .lineEnd where depth == 0 && token(index - 1) != .symbol(UInt8(ascii: ",")): return entries
      case .string(let span?):
        if let key = key(before: index), entries[key] == nil, !isFollowedByCall(index) { entries[key] = span }
      case .string, .word, .symbol, .lineEnd: break
      }
    }
    return entries
  }

  /// `'1.0' + x` is not what it looks like; `'1.0'.freeze` is.
  private func isFollowedByCall(_ index: Int) -> Bool {
    [.symbol(UInt8(ascii: "+")), .symbol(UInt8(ascii: "%"))].contains(token(index + 1))
  }

  private func key(before index: Int) -> String? {
    var key = index - 2
    if token(index - 1) == .symbol(UInt8(ascii: ">")), token(index - 2) == .symbol(UInt8(ascii: "=")) {
      key = index - 3
    } else if token(index - 1) != .symbol(UInt8(ascii: ":")) {
      return nil
    }
    switch token(key) {
    case .word(let word): return word
    case .string(let span?): return source.string(at: span)
    case .string, .symbol, .lineEnd, nil: return nil
    }
  }
}
