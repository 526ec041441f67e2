/// Splits a Ruby text into tokens. It never fails: an unknown construct becomes an opaque token or a mark, and an
/// unclosed one ends with the text.
package struct RubyLexer {
  let source: SourceText
  let bytes: [UInt8]
  var index: Int
  let end: Int
  private(set) var tokens: [RubyToken] = []
  /// Here-documents that begin on the next line: their word and their token.
  private var pending: [(word: [UInt8], isLiteral: Bool, token: Int)] = []
  /// No regular expression is searched before this offset: an attempt found no end.
  private var regexBarrier = 0

  /// Returns the tokens of the bytes at `span`.
  package static func tokens(of source: SourceText, in span: Range<Int>) -> [RubyToken] {
    var lexer = RubyLexer(source, span)
    while lexer.index < lexer.end { lexer.scan() }
    return lexer.tokens
  }

  private init(_ source: SourceText, _ span: Range<Int>) {
    self.source = source
    bytes = source.bytes
    index = span.lowerBound
    end = span.upperBound
  }

  private var isAtLineStart: Bool { index == source.startOffset || bytes[index - 1].isLineEnd }

  private mutating func scan() {
    let start = index
    let byte = bytes[index]
    if isAtLineStart, bytes.has("=begin", at: index) {
      index = bytes.firstIndex(of: "\n=end", from: index).map { bytes.index(after: $0 + 5) { !$0.isLineEnd } } ?? end
      return
    }
    if isAtLineStart, bytes.has("__END__", at: index) {
      index = end
      return
    }
    switch byte {
    case UInt8(ascii: "#"): index = min(end, bytes.index(after: index) { !$0.isLineEnd })
    case UInt8(ascii: "\\") where next.map(\.isLineEnd) == true: index += bytes.has("\r\n", at: index + 1) ? 3 : 2
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let pieces = string(from: index + 1, closing: byte, isLiteral: byte == UInt8(ascii: "'"))
      if bytes.byte(at: index) == UInt8(ascii: ":"), next != UInt8(ascii: ":"),
        case .text(let text)? = pieces.first ?? .text("")
      {
        index += 1
        add(.label(text), from: start)
      } else {
        add(.string(pieces), from: start)
      }
    case UInt8(ascii: "`"):
      _ = string(from: index + 1, closing: byte, isLiteral: false)
      add(.opaque, from: start)
    case _ where byte.isLineEnd: endLine()
    case _ where byte.isBlank || byte < 0x20: index += 1
    case _ where byte.isDigit:
      index = min(end, bytes.index(after: index) { $0.isIdentifier || $0 == UInt8(ascii: ".") })
      add(.number(source.string(at: start..<index)), from: start)
    case _ where byte.isIdentifier || byte >= 0x80 || byte == UInt8(ascii: "@"): scanWord()
    case UInt8(ascii: ":") where next.map { $0.isLetter || "_\"".utf8.contains($0) } == true && !isAfterValue:
      scanSymbol()
    case UInt8(ascii: "%") where isValueExpected && scanPercentLiteral(): break
    case UInt8(ascii: "/") where isValueExpected && scanRegex(): break
    case UInt8(ascii: "<") where openHereDocument(): break
    default: scanMark()
    }
  }

  var next: UInt8? { index + 1 < end ? bytes[index + 1] : nil }

  mutating func add(_ kind: RubyToken.Kind, from start: Int) {
    index = min(index, end)
    let isSpaced = start == 0 || bytes[start - 1].isBlank || bytes[start - 1].isLineEnd
    tokens.append(RubyToken(kind: kind, span: start..<index, isSpaced: isSpaced))
  }

  /// Scans a word, or a label if a single colon follows directly.
  private mutating func scanWord() {
    let start = index
    index = min(end, bytes.index(after: index) { $0.isIdentifier || $0 >= 0x80 || $0 == UInt8(ascii: "@") })
    if let mark = bytes.byte(at: index), index < end, mark == UInt8(ascii: "?") || mark == UInt8(ascii: "!"),
      next != UInt8(ascii: "=")
    {
      index += 1
    }
    let text = source.string(at: start..<index)
    let isLabel = index < end && bytes[index] == UInt8(ascii: ":") && next != UInt8(ascii: ":")
    if isLabel, tokens.last?.isMark("?") != true {
      index += 1
      add(.label(text), from: start)
    } else {
      add(.word(text), from: start)
    }
  }

  private mutating func scanSymbol() {
    let start = index
    index += 1
    if bytes[index] == UInt8(ascii: "\"") {
      add(.string(string(from: index + 1, closing: UInt8(ascii: "\""), isLiteral: false)), from: start)
      return
    }
    let name = index
    index = min(end, bytes.index(after: index) { $0.isIdentifier || $0 >= 0x80 })
    if index < end, bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "!") { index += 1 }
    add(.symbol(source.string(at: name..<index)), from: start)
  }

  private mutating func scanMark() {
    let start = index
    let marks = [
      "<=>", "===", "**=", "||=", "&&=", "::", "=>", "==", "!=", "=~", "!~", "&&", "||", "&.", "<<", ">>", "<=", ">=",
      "+=", "-=", "..", "->",
    ]
    index += marks.first { bytes.has($0, at: index) }?.utf8.count ?? 1
    add(.mark(source.string(at: start..<min(index, end))), from: start)
  }

  /// Whether the last token ends a value, so that an operator follows.
  private var isAfterValue: Bool {
    guard let last = tokens.last, last.span.upperBound == index else { return false }
    switch last.kind {
    case .word, .string, .symbol, .words, .number, .opaque: return true
    case .mark(let mark): return [")", "]", "}"].contains(mark)
    case .label, .lineEnd: return false
    }
  }

  /// Whether a value may begin here: after an operator, or after a word and directly before other text.
  private var isValueExpected: Bool {
    switch tokens.last?.kind {
    case nil, .label, .lineEnd: true
    case .mark(let mark): ![")", "]", "}"].contains(mark)
    case .word(let word) where RubyToken.valueKeywords.contains(word): true
    case .word: index > 0 && bytes[index - 1].isBlank && next.map { !$0.isBlank && $0 != UInt8(ascii: "=") } == true
    case .string, .symbol, .words, .number, .opaque: false
    }
  }

  /// Scans a regular expression on one line.
  private mutating func scanRegex() -> Bool {
    guard index >= regexBarrier else { return false }
    var close = index + 1
    while close < end, !bytes[close].isLineEnd, bytes[close] != UInt8(ascii: "/") {
      close += bytes[close] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard close < end, bytes[close] == UInt8(ascii: "/") else {
      regexBarrier = close
      return false
    }
    let start = index
    index = min(end, bytes.index(after: close + 1, while: \.isLetter))
    add(.opaque, from: start)
    return true
  }
}

// MARK: Here-documents

extension RubyLexer {
  private mutating func openHereDocument() -> Bool {
    guard bytes.has("<<", at: index), pending.count < 16 else { return false }
    let start = index
    var first = index + 2
    if let mark = bytes.byte(at: first), mark == UInt8(ascii: "~") || mark == UInt8(ascii: "-") { first += 1 }
    var isLiteral = false
    if let quote = bytes.byte(at: first), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      isLiteral = quote == UInt8(ascii: "'")
      first += 1
    }
    let last = bytes.index(after: first, while: \.isIdentifier)
    guard last > first, last <= end, bytes[first].isLetter, bytes[first] & 0x20 == 0 else { return false }
    index = min(end, bytes.index(after: last) { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") })
    pending.append((Array(bytes[first..<last]), isLiteral, tokens.count))
    add(.opaque, from: start)
    return true
  }

  private mutating func endLine() {
    let start = index
    index += bytes.has("\r\n", at: index) ? 2 : 1
    add(.lineEnd, from: start)
    for document in pending {
      let pieces = document.isLiteral ? [.text(hereText(until: document.word))] : hereCode(until: document.word)
      let token = tokens[document.token]
      tokens[document.token] = RubyToken(
        kind: pieces.map { .string($0) } ?? .opaque, span: token.span, isSpaced: token.isSpaced)
    }
    pending = []
  }

  /// Returns the lines up to the line `word`, without their common indentation.
  private mutating func hereText(until word: [UInt8]) -> String {
    var lines: [ArraySlice<UInt8>] = []
    while index < end {
      let close = min(end, bytes.index(after: index) { !$0.isLineEnd })
      let line = bytes[index..<close]
      index = min(end, close + (bytes.has("\r\n", at: close) ? 2 : 1))
      if line.drop(while: \.isBlank).elementsEqual(word) { break }
      lines.append(line)
    }
    let indentation = lines.filter { !$0.allSatisfy(\.isBlank) }.map { $0.prefix(while: \.isBlank).count }.min() ?? 0
    return lines.map { String(decoding: $0.dropFirst(indentation), as: UTF8.self) + "\n" }.joined()
  }

  /// Like `hereText`; nil if the text contains an interpolation or an escape.
  private mutating func hereCode(until word: [UInt8]) -> [RubyToken.Piece]? {
    let text = hereText(until: word)
    return text.contains("#{") || text.contains("\\") ? nil : [.text(text)]
  }
}

extension RubyToken {
  /// The keywords before a value.
  package static let valueKeywords: Set<String> = [
    "if", "unless", "elsif", "while", "until", "case", "when", "and", "or", "not", "return", "then", "do", "else", "in",
    "begin",
  ]
}
