import MartletCore

extension RubyParser {
  /// The precedence of operators.
  private static let strength = [
    "or": 1, "and": 1, "||": 2, "&&": 3, "==": 4, "!=": 4, "+": 5,
  ]

  /// Parses the value that begins here; returns `unknown` and does not consume tokens that it cannot parse.
  mutating func value(above strength: Int = 0) -> RubyValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { return .unknown }
    if let token, token.isMark("!") || token.isWord("not") {
      index += 1
      return .not(value(above: 4))
    }
    var left = chain()
    var count = 0
    while count < Self.lengthLimit, let sign = sign, let own = Self.strength[sign], own > strength {
      index += 1
      skipLineEnds(until: tokens.count)
      let right = value(above: own)
      left = .operation(sign == "or" ? "||" : sign == "and" ? "&&" : sign, left, right)
      count += 1
    }
    return strength == 0 ? choice(left) : left
  }

  /// Parses `? a : b` after a condition, as the operation `?` with the alternatives of the operation `:`.
  private mutating func choice(_ condition: RubyValue) -> RubyValue {
    guard let mark = token, mark.isMark("?"), mark.isSpaced else { return condition }
    let start = index
    index += 1
    skipLineEnds(until: tokens.count)
    let first = value(above: 1)
    skipLineEnds(until: tokens.count)
    guard token?.isMark(":") == true else {
      index = start
      return condition
    }
    index += 1
    skipLineEnds(until: tokens.count)
    return .operation("?", condition, .operation(":", first, value(above: 1)))
  }

  private var sign: String? {
    switch token?.kind {
    case .mark(let mark): mark
    case .word(let word): word
    default: nil
    }
  }

  /// Parses a primary value with the calls, elements and blocks after it.
  private mutating func chain() -> RubyValue {
    var value = primary()
    var count = 0
    while count < Self.lengthLimit, let token {
      count += 1
      if token.isMark(".") || token.isMark("&.") || token.isMark("::") || isDotAfterLineEnd {
        skipLineEnds(until: tokens.count)
        index += 1
        guard case .word(let name) = self.token?.kind else { return .unknown }
        index += 1
        value = .call(call(RubyCall(receiver: value, name: name)))
      } else if token.isMark("["), !token.isSpaced {
        let elements = bracketed()
        guard elements.count == 1 else { return .unknown }
        value = .element(of: value, elements[0].value)
      } else {
        break
      }
    }
    return value
  }

  private var isDotAfterLineEnd: Bool {
    token?.kind == .lineEnd && (token(after: 1)?.isMark(".") == true || token(after: 1)?.isMark("&.") == true)
  }

  private mutating func primary() -> RubyValue {
    guard let token else { return .unknown }
    switch token.kind {
    case .string: return strings()
    case .symbol(let name):
      index += 1
      return .symbol(name)
    case .number(let text):
      index += 1
      return .literal(text)
    case .words(let words):
      index += 1
      return .list(words.map { .string([.text($0)]) })
    case .word(let word): return named(word)
    case .mark("["):
      let entries = bracketed()
      // A list with a hash.
      return entries.contains { $0.name != nil } ? .unknown : .list(entries.map(\.value))
    case .mark("("):
      let inside = bracketed()
      return inside.count == 1 && inside[0].name == nil ? inside[0].value : .unknown
    case .opaque:
      index += 1
      return Self.command(in: source.string(at: token.span)).map { .call($0) } ?? .unknown
    case .mark("{"):
      index = (nesting.partner[index] ?? index) + 1
      index = min(index, tokens.count)
      return .unknown
    case .label, .mark, .lineEnd: return .unknown
    }
  }

  /// The call of a shell command in back-ticks or `%x[…]`, of plain text; nil for other tokens.
  private static func command(in text: String) -> RubyCall? {
    let brackets = [("`", "`"), ("%x(", ")"), ("%x[", "]"), ("%x{", "}")]
    guard let (open, _) = brackets.first(where: { text.hasPrefix($0.0) && text.hasSuffix($0.1) }),
      text.count > open.count + 1, !text.contains("\\"), !text.contains("#{")
    else { return nil }
    let command = RubyValue.string([.text(String(text.dropFirst(open.count).dropLast()))])
    return RubyCall(name: RubyCall.backTicks, arguments: [RubyArgument(name: nil, value: command, span: 0..<0)])
  }

  /// Parses adjacent strings, which form one string.
  private mutating func strings() -> RubyValue {
    var pieces: [RubyValue.Piece] = []
    while case .string(let more) = token?.kind {
      pieces += more.map { piece in
        switch piece {
        case .text(let text): .text(text)
        case .code(let span): .value(Self.interpolated(source, span, level: level + 1))
        }
      }
      index += 1
    }
    return .string(pieces)
  }

  private static func interpolated(_ source: SourceText, _ span: Range<Int>, level: Int) -> RubyValue {
    guard level <= levelLimit else { return .unknown }
    var parser = RubyParser(source, span, level: level)
    let value = parser.value()
    return parser.index == parser.tokens.count ? value : .unknown
  }

  private mutating func named(_ word: String) -> RubyValue {
    switch word {
    case "true", "false", "nil":
      index += 1
      return .literal(word)
    case _ where Self.keywords.contains(word):
      // Constructs with these keywords are not supported.
      index = min(tokens.count, (nesting.partner[index] ?? index) + 1)
      return .unknown
    default:
      index += 1
      return .call(call(RubyCall(name: word)))
    }
  }

  private static let keywords = RubyToken.valueKeywords.subtracting(["return", "in"]).union([
    "def", "class", "module", "for", "end", "yield", "rescue", "ensure", "alias", "defined?",
  ])

  /// Parses the arguments and the block of `start`.
  private mutating func call(_ start: RubyCall) -> RubyCall {
    var call = start
    if let token, token.isMark("("), !token.isSpaced {
      call.arguments = onlyHash() ?? bracketed()
    } else if beginsArgument {
      let outer = isInCommand
      isInCommand = true
      call.arguments = arguments(until: tokens.count)
      isInCommand = outer
    }
    if let token, token.isMark("{") || (token.isWord("do") && !isInCommand), let close = nesting.partner[index] {
      call.block = block(until: close)
    }
    return call
  }

  /// Whether an argument without parentheses begins here.
  private var beginsArgument: Bool {
    guard let token, token.isSpaced else { return false }
    switch token.kind {
    case .string, .symbol, .words, .number, .label, .opaque: return true
    case .word(let word):
      return !["if", "unless", "do", "and", "or", "then", "while", "until", "rescue", "end", "in"].contains(word)
    case .mark("["), .mark("("), .mark("!"): return true
    case .mark, .lineEnd: return false
    }
  }

  private mutating func block(until close: Int) -> RubyBlock {
    index += 1
    var parameters: [String] = []
    var keywords: [RubyBlock.Keyword] = []
    if token?.isMark("|") == true {
      index += 1
      var isName = true
      while index < close, let token, !token.isMark("|") {
        switch token.kind {
        case .word(let name) where isName: parameters.append(name)
        case .label(let name) where isName:
          keywords.append(RubyBlock.Keyword(name: name, valueOf: following(in: close)))
        default: break
        }
        isName = token.isMark(",") || isName && (token.isMark("*") || token.isMark("**") || token.kind == .lineEnd)
        index += 1
      }
      index = min(close, index + 1)
    }
    let outer = isInCommand
    isInCommand = false
    let body = statements(until: close)
    isInCommand = outer
    index = min(tokens.count, close + 1)
    return RubyBlock(parameters: parameters, keywords: keywords, body: body)
  }

  /// The only token of a keyword's default value; nil without one, or for a longer value.
  private func following(in close: Int) -> [RubyToken] {
    let rest = tokens[min(index + 1, close)..<close]
    return Array(rest.prefix { !$0.isMark(",") && !$0.isMark("|") && $0.kind != .lineEnd })
  }

  /// Parses the arguments in the brackets that open here.
  private mutating func bracketed() -> [RubyArgument] {
    let close = nesting.partner[index] ?? tokens.count
    index += 1
    let outer = isInCommand
    isInCommand = false
    let arguments = arguments(until: close)
    isInCommand = outer
    index = min(tokens.count, close + 1)
    return arguments
  }

  /// Parses arguments separated by commas, with an optional trailing comma.
  private mutating func arguments(until limit: Int) -> [RubyArgument] {
    var arguments: [RubyArgument] = []
    repeat {
      if !arguments.isEmpty { index += 1 }
      skipLineEnds(until: limit)
      guard index < limit else { break }
      arguments.append(argument(until: limit))
      if limit < tokens.count { skipLineEnds(until: limit) }
    } while index < limit && token?.isMark(",") == true
    return arguments
  }

  /// Parses the arguments `({ key: value })`: a hash alone is the same as `(key: value)`. Returns nil for others.
  private mutating func onlyHash() -> [RubyArgument]? {
    let start = index
    guard let end = nesting.partner[start], end < tokens.count else { return nil }
    index += 1
    skipLineEnds(until: end)
    if token?.isMark("{") == true, let close = nesting.partner[index], close < end,
      tokens[(close + 1)..<end].allSatisfy({ $0.kind == .lineEnd })
    {
      let entries = bracketed()
      if entries.allSatisfy({ $0.name != nil }) {
        index = end + 1
        return entries
      }
    }
    index = start
    return nil
  }

  private mutating func argument(until limit: Int) -> RubyArgument {
    let start = index
    var name: String?
    if case .label(let label) = token?.kind {
      name = label
      index += 1
      skipLineEnds(until: limit)
    } else if token(after: 1)?.isMark("=>") == true {
      switch token?.kind {
      case .symbol(let key), .word(let key): name = key
      case .string(let pieces):
        if case .text(let key)? = pieces.first, pieces.count == 1 { name = key }
      default: break
      }
      index += 2
      skipLineEnds(until: limit)
    }
    var value = index < limit ? value() : .unknown
    if limit < tokens.count, index < limit, let token, !token.isMark(","), token.kind != .lineEnd {
      // In brackets, an invalid argument does not affect the others.
      value = .unknown
      while index < limit, !tokens[index].isMark(",") {
        index = min(limit, (nesting.partner[index] ?? index) + 1)
      }
    }
    let last = max(start, min(index, tokens.count) - 1)
    return RubyArgument(name: name, value: value, span: tokens[start].span.lowerBound..<tokens[last].span.upperBound)
  }
}
