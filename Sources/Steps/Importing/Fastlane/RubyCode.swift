import MartletCore

/// The tokens of a Ruby text, split into statements and calls. What they mean, and what a value is, is not known here.
struct RubyCode {
  /// Indices of tokens.
  typealias Part = Range<Int>

  let source: SourceText
  let tokens: [RubyToken]
  /// The token that closes the bracket or block that each token opens; nil for other tokens.
  private let closers: [Int?]

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
  private static let limit = 1_000
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

  /// `if condition … end`, `unless …`, or the same after one statement; nil with `else` or `elsif`, too.
  func branch(_ part: Part) -> (condition: Part, isNegated: Bool, body: Part)? {
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
  private func top(of part: Part) -> [Int] {
    var indices: [Int] = []
    var index = part.lowerBound
    while index < part.upperBound {
      indices.append(index)
      index = (closers[index] ?? index) + 1
    }
    return indices
  }
}

// MARK: Calls

/// A call such as `UI.message("…")`, with an optional block.
struct RubyCall {
  struct Argument {
    /// Nil for an argument without a name.
    let name: String?
    let value: RubyCode.Part
  }

  struct Block {
    var parameters: [String] = []
    /// The names of `|type:, force: false|`.
    var keywords: [String] = []
    let body: RubyCode.Part
  }

  let name: String
  var arguments: [Argument] = []
  var block: Block?
}

extension RubyCode {
  /// Returns the call that is all of a part; nil for another statement, or a call of what another one returns.
  func call(_ part: Part) -> RubyCall? {
    guard var name = word(at: part.lowerBound, in: part), !RubyToken.valueKeywords.contains(name) else { return nil }
    var index = part.lowerBound + 1
    while isMark(".", at: index, in: part) || isMark("::", at: index, in: part),
      let next = word(at: index + 1, in: part)
    {
      name += ".\(next)"
      index += 2
    }
    var call = RubyCall(name: name)
    let block = top(of: index..<part.upperBound).first { opensBlock($0) && $0 > part.lowerBound }
    let end = block ?? part.upperBound
    if index < end, tokens[index].isMark("("), !tokens[index].isSpaced, closers[index] == end - 1 {
      call.arguments = arguments(in: index + 1..<end - 1)
    } else if index < end {
      guard tokens[index].isSpaced, beginsValue(index) else { return nil }
      call.arguments = arguments(in: index..<end)
    }
    if let block {
      guard let close = closers[block], close == part.upperBound - 1 else { return nil }
      call.block = self.block(in: block + 1..<close)
    }
    return call
  }

  /// `do`, or a brace after a name or a parenthesis.
  private func opensBlock(_ index: Int) -> Bool {
    if tokens[index].isWord("do") { return true }
    guard tokens[index].isMark("{"), index > 0 else { return false }
    if case .word = tokens[index - 1].kind { return true }
    return tokens[index - 1].isMark(")")
  }

  private func beginsValue(_ index: Int) -> Bool {
    if case .mark(let mark) = tokens[index].kind { ["[", "(", "{"].contains(mark) } else { true }
  }

  func block(in part: Part) -> RubyCall.Block {
    guard isMark("|", at: part.lowerBound, in: part),
      let end = tokens[part.lowerBound + 1..<part.upperBound].firstIndex(where: { $0.isMark("|") })
    else { return RubyCall.Block(body: part) }
    var block = RubyCall.Block(body: end + 1..<part.upperBound)
    for token in tokens[part.lowerBound..<end] {
      if case .word(let name) = token.kind { block.parameters.append(name) }
      if case .label(let name) = token.kind { block.keywords.append(name) }
    }
    return block
  }

  /// Splits a part at its commas. A hash in braces that is the only argument counts as its entries.
  private func arguments(in part: Part) -> [RubyCall.Argument] {
    let part = trimmed(part)
    guard !part.isEmpty else { return [] }
    if tokens[part.lowerBound].isMark("{"), closers[part.lowerBound] == part.upperBound - 1 {
      return arguments(in: part.lowerBound + 1..<part.upperBound - 1)
    }
    return elements(of: part).map { element in
      if case .label(let name) = tokens[element.lowerBound].kind {
        return RubyCall.Argument(name: name, value: trimmed(element.lowerBound + 1..<element.upperBound))
      }
      if case .symbol(let name) = tokens[element.lowerBound].kind, isMark("=>", at: element.lowerBound + 1, in: element)
      {
        return RubyCall.Argument(name: name, value: trimmed(element.lowerBound + 2..<element.upperBound))
      }
      return RubyCall.Argument(name: nil, value: element)
    }
  }

  /// Splits a part at its commas, without empty elements.
  func elements(of part: Part) -> [Part] {
    var elements: [Part] = []
    var start = part.lowerBound
    for index in top(of: part).filter({ tokens[$0].isMark(",") }) + [part.upperBound] {
      let element = trimmed(start..<index)
      if !element.isEmpty, elements.count < Self.limit { elements.append(element) }
      start = index + 1
    }
    return elements
  }

  /// The part between the bracket at its start and that at its end; nil without such brackets.
  func inside(_ part: Part, _ bracket: String) -> Part? {
    guard isMark(bracket, at: part.lowerBound, in: part), closers[part.lowerBound] == part.upperBound - 1 else {
      return nil
    }
    return part.lowerBound + 1..<part.upperBound - 1
  }

  /// A part without the line ends at its start and end.
  func trimmed(_ part: Part) -> Part {
    let first = tokens[part].firstIndex { $0.kind != .lineEnd } ?? part.upperBound
    let last = tokens[part].lastIndex { $0.kind != .lineEnd } ?? part.lowerBound
    return first < part.upperBound ? first..<last + 1 : first..<first
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
