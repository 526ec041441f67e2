import MartletCore

/// The tokens of a Ruby text, split into statements and calls. What they mean, and what a value is, is not known here.
struct RubyCode {
  /// Indices of tokens.
  typealias Part = Range<Int>

  let source: SourceText
  let tokens: [RubyToken]
  /// The token that closes the bracket or block that each token opens; nil for other tokens.
  let closers: [Int?]

  init(_ source: SourceText) {
    self.init(source, source.startOffset..<source.bytes.count)
  }

  /// Reads the bytes of `span`, such as the code in a string.
  init(_ source: SourceText, _ span: Range<Int>) {
    self.source = source
    tokens = RubyLexer.tokens(of: source, in: span)
    closers = Self.closers(of: tokens)
  }

  var all: Part { tokens.startIndex..<tokens.endIndex }

  /// The bytes of a part that is not empty.
  func span(of part: Part) -> Range<Int> {
    tokens[part.lowerBound].span.lowerBound..<tokens[part.upperBound - 1].span.upperBound
  }

  func line(of part: Part) -> Int { source.place(at: tokens[part.lowerBound].span.lowerBound).line }

  func word(at index: Int, in part: Part) -> String? {
    if part.contains(index), case .word(let word) = tokens[index].kind { word } else { nil }
  }

  func isMark(_ mark: String, at index: Int, in part: Part) -> Bool {
    part.contains(index) && tokens[index].isMark(mark)
  }

  /// The part, and the code in its strings.
  func codes(in part: Part) -> [(code: RubyCode, part: Part)] {
    var codes = [(code: self, part: part)]
    var index = 0
    while index < codes.count, index < Self.limit {
      let (code, part) = codes[index]
      for token in code.tokens[part] {
        guard case .string(let pieces) = token.kind else { continue }
        for case .code(let span) in pieces {
          let inner = RubyCode(source, span)
          codes.append((inner, inner.all))
        }
      }
      index += 1
    }
    return codes
  }

  /// The names in a part and in the code of its strings.
  func words(in part: Part) -> Set<String> {
    codes(in: part).reduce(into: []) { words, found in
      for case .word(let word) in found.code.tokens[found.part].map(\.kind) { words.insert(word) }
    }
  }

  /// No text written by hand has as many strings with code in one lane, or as long a list of arguments.
  static let limit = 1_000
}

// MARK: Statements

extension RubyCode {
  /// Returns the statements of a part. One ends at a line end or a semicolon outside of its brackets and blocks, unless an operator
  /// or a comma ends the line, or a dot begins the next one.
  func statements(in part: Part) -> [Part] {
    var statements: [Part] = []
    var index = part.lowerBound
    while index < part.upperBound {
      if tokens[index].isEnd {
        index += 1
        continue
      }
      let start = index
      while index < part.upperBound, !tokens[index].isEnd || continues(over: index, in: part) {
        index = min(part.upperBound, (closers[index] ?? index) + 1)
      }
      statements.append(start..<index)
    }
    return statements
  }

  private func continues(over end: Int, in part: Part) -> Bool {
    guard tokens[end].kind == .lineEnd, end > part.lowerBound else { return false }
    if case .label = tokens[end - 1].kind { return true }
    if case .mark(let mark) = tokens[end - 1].kind, [",", "=", "=>", "||", "&&", "+", "==", "!=", "."].contains(mark) {
      return true
    }
    let next = tokens[end...].first { $0.kind != .lineEnd }
    return next?.isMark(".") == true || next?.isMark("&.") == true
  }

  /// `name = value`, with the part of the value.
  func assignment(_ part: Part) -> (name: String, value: Part)? {
    guard let name = word(at: part.lowerBound, in: part), isMark("=", at: part.lowerBound + 1, in: part) else {
      return nil
    }
    return (name, part.lowerBound + 2..<part.upperBound)
  }

  typealias Branch = (condition: Part, isNegated: Bool, body: Part)

  /// `if condition … end`, `unless …`, or the same after one statement; nil with `else` or `elsif`, too.
  func branch(_ part: Part) -> Branch? {
    if let word = word(at: part.lowerBound, in: part), ["if", "unless"].contains(word) {
      guard let close = closers[part.lowerBound], close == part.upperBound - 1,
        let start = top(of: part.lowerBound + 1..<close).first(where: { tokens[$0].isEnd || tokens[$0].isWord("then") })
      else { return nil }
      let body = start + 1..<close
      guard !top(of: body).contains(where: { tokens[$0].isWord("else") || tokens[$0].isWord("elsif") }) else {
        return nil
      }
      return (part.lowerBound + 1..<start, word == "unless", body)
    }
    let words = top(of: part).dropFirst().filter { tokens[$0].isWord("if") || tokens[$0].isWord("unless") }
    guard let index = words.last, closers[index] == nil else { return nil }
    return (index + 1..<part.upperBound, tokens[index].isWord("unless"), part.lowerBound..<index)
  }

  /// The tokens of a part that are outside of its brackets and blocks, with those that open one.
  func top(of part: Part) -> [Int] {
    var indices: [Int] = []
    var index = part.lowerBound
    while index < part.upperBound {
      indices.append(index)
      index = (closers[index] ?? index) + 1
    }
    return indices
  }
}

// MARK: Nesting

extension RubyCode {
  private static func closers(of tokens: [RubyToken]) -> [Int?] {
    var closers: [Int?] = Array(repeating: nil, count: tokens.count)
    var open: [(index: Int, closer: String)] = []
    // The `do` of `while x do` opens nothing more.
    var isInLoopHead = false
    for index in tokens.indices {
      switch tokens[index].kind {
      case .lineEnd: isInLoopHead = false
      case .mark(let mark):
        if let closer = ["(": ")", "[": "]", "{": "}"][mark] { open.append((index, closer)) }
        if open.last?.closer == mark, let opener = open.popLast() { closers[opener.index] = index }
      case .word("end") where !isName(index, tokens):
        guard let place = open.lastIndex(where: { $0.closer == "end" }) else { continue }
        for opener in open[place...] { closers[opener.index] = index }
        open.removeSubrange(place...)
      case .word("do") where isInLoopHead: isInLoopHead = false
      case .word(let word) where opens(word, index, tokens):
        open.append((index, "end"))
        isInLoopHead = ["while", "until", "for"].contains(word)
      case .word, .label, .string, .symbol, .words, .number, .opaque: break
      }
    }
    for opener in open where opener.index < tokens.count - 1 { closers[opener.index] = tokens.count - 1 }
    return closers
  }

  /// Whether a word is a name: after a dot, or after `def`.
  private static func isName(_ index: Int, _ tokens: [RubyToken]) -> Bool {
    index > 0 && (tokens[index - 1].isMark(".") || tokens[index - 1].isMark("&.") || tokens[index - 1].isWord("def"))
  }

  /// Whether a word needs an `end`. `if` after a value does not.
  private static func opens(_ word: String, _ index: Int, _ tokens: [RubyToken]) -> Bool {
    guard !isName(index, tokens) else { return false }
    switch word {
    case "do", "begin", "def", "class", "module", "case": return true
    case "if", "unless", "while", "until", "for":
      guard index > 0 else { return true }
      switch tokens[index - 1].kind {
      case .lineEnd, .label: return true
      case .mark(let mark): return ![")", "]", "}"].contains(mark)
      case .word(let previous): return RubyToken.valueKeywords.contains(previous) && previous != "return"
      case .string, .symbol, .words, .number, .opaque: return false
      }
    default: return false
    }
  }
}
