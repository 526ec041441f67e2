import MartletCore

/// Splits a Swift text into tokens without comments, including nested ones.
///
/// Source: The Swift Programming Language, Lexical Structure. An unclosed single-line string ends with its line, so
/// that a misread token, such as a regular expression with a quote, affects only one line.
struct SwiftLexer {
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int
  private var startsLine = true
  private var tokens: [SwiftToken] = []

  private init(_ bytes: [UInt8], in span: Range<Int>) {
    self.bytes = bytes
    index = span.lowerBound
    end = span.upperBound
  }

  /// Returns the tokens at `span`, in order.
  static func tokens(of bytes: [UInt8], in span: Range<Int>) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes, in: span)
    while lexer.index < lexer.end { lexer.scanToken() }
    return lexer.tokens
  }

  private mutating func scanToken() {
    let byte = bytes[index]
    if byte.isLineEnd {
      startsLine = true
      index += 1
    } else if byte.isBlank || byte == 0x0B || byte == 0x0C {
      index += 1
    } else if bytes.has("//", at: index) {
      index = min(end, bytes.index(after: index) { !$0.isLineEnd })
    } else if bytes.has("/*", at: index) {
      skipComment()
    } else if byte.isDigit {
      scanNumber()
    } else if byte.isIdentifier || byte >= 0x80 || byte == UInt8(ascii: "`") {
      scanWord()
    } else if let hashes = stringHashes() {
      scanString(hashes: hashes)
    } else {
      // A run of `#` without a quote after it is one sign, so that the quote is searched for only once.
      append(.sign(byte), to: max(index + 1, bytes.index(after: index) { $0 == UInt8(ascii: "#") }))
    }
  }

  private mutating func append(_ kind: SwiftToken.Kind, to tokenEnd: Int) {
    let tokenEnd = min(tokenEnd, end)
    tokens.append(SwiftToken(kind: kind, span: index..<tokenEnd, startsLine: startsLine))
    startsLine = false
    index = tokenEnd
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if bytes.has("/*", at: index) {
        depth += 1
        index += 2
      } else if bytes.has("*/", at: index) {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    } while depth > 0 && index < end
  }

  private mutating func scanNumber() {
    let last = bytes.index(after: index) { $0.isIdentifier }
    if bytes[index..<last].allSatisfy(\.isDigit), bytes.byte(at: last) != UInt8(ascii: ".") {
      append(.integer, to: last)
    } else {
      append(.word(""), to: bytes.index(after: index) { $0.isIdentifier || $0 == UInt8(ascii: ".") })
    }
  }

  private mutating func scanWord() {
    let isQuoted = bytes[index] == UInt8(ascii: "`")
    let start = isQuoted ? index + 1 : index
    let wordEnd = bytes.index(after: start) { $0.isIdentifier || $0 >= 0x80 }
    let word = String(decoding: bytes[start..<wordEnd], as: UTF8.self)
    let isClosed = isQuoted && bytes.byte(at: wordEnd) == UInt8(ascii: "`")
    append(.word(word), to: max(start, wordEnd + (isClosed ? 1 : 0)))
  }

  /// Returns the number of `#` before the string that begins here; nil when no string begins here.
  private func stringHashes() -> Int? {
    let quote = bytes.index(after: index) { $0 == UInt8(ascii: "#") }
    return bytes.byte(at: quote) == UInt8(ascii: "\"") ? quote - index : nil
  }
}

extension SwiftLexer {
  /// A string literal that is open, or the parentheses of an interpolation in it.
  private enum Opening {
    case string(hashes: Int, isLong: Bool)
    case interpolation(depth: Int)
  }

  private static let greatestDepth = 64

  /// Scans a literal with the strings in its interpolations, using an explicit stack.
  private mutating func scanString(hashes: Int) {
    let isLong = bytes.has("\"\"\"", at: index + hashes)
    let contentStart = index + hashes + (isLong ? 3 : 1)
    var openings = [Opening.string(hashes: hashes, isLong: isLong)]
    var isLiteral = true
    var position = contentStart
    while let opening = openings.last {
      guard position < end else { return append(.string(nil), to: end) }
      let byte = bytes[position]
      let isCut = byte.isLineEnd && !openings.contains { if case .string(_, true) = $0 { true } else { false } }
      if isCut || openings.count > Self.greatestDepth {
        return append(.string(nil), to: position)
      }
      switch opening {
      case .string(let hashes, let isLong):
        if byte == UInt8(ascii: "\\"), areHashes(hashes, at: position + 1) {
          isLiteral = false
          position += 1 + hashes
          if bytes.byte(at: position) == UInt8(ascii: "(") {
            openings.append(.interpolation(depth: 0))
          } else {
            position += 1
          }
        } else if bytes.has(isLong ? "\"\"\"" : "\"", at: position),
          areHashes(hashes, at: position + (isLong ? 3 : 1))
        {
          openings.removeLast()
          let span = contentStart..<position
          let content = !isLiteral ? nil : isLong ? onlyLine(in: span) : span
          position += (isLong ? 3 : 1) + hashes
          if openings.isEmpty { return append(.string(content), to: position) }
        } else {
          position += 1
        }
      case .interpolation(let depth):
        switch byte {
        case UInt8(ascii: "("): openings[openings.count - 1] = .interpolation(depth: depth + 1)
        case UInt8(ascii: ")") where depth <= 1: openings.removeLast()
        case UInt8(ascii: ")"): openings[openings.count - 1] = .interpolation(depth: depth - 1)
        case UInt8(ascii: "\""):
          let isLong = bytes.has("\"\"\"", at: position)
          openings.append(.string(hashes: 0, isLong: isLong))
          position += isLong ? 2 : 0
        default: break
        }
        position += 1
      }
    }
  }

  /// Returns the text of a literal between `"""` with one line; nil when it has several.
  private func onlyLine(in span: Range<Int>) -> Range<Int>? {
    let isFilled = { (index: Int) in !bytes[index].isBlank && !bytes[index].isLineEnd }
    guard let first = span.first(where: isFilled), let last = span.last(where: isFilled),
      !bytes[first...last].contains(where: \.isLineEnd)
    else { return nil }
    return first..<last + 1
  }

  private func areHashes(_ count: Int, at start: Int) -> Bool {
    bytes.index(after: start) { $0 == UInt8(ascii: "#") } >= start + count
  }
}
