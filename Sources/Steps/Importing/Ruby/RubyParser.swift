import MartletCore

/// Parses the statements of a Ruby text that Fastfiles use. A statement that it cannot parse is `other`,
/// from its first token to its end; no code is ever run.
struct RubyParser {
  let source: SourceText
  let tokens: [RubyToken]
  let nesting: RubyNesting
  var index = 0
  /// The nesting depth of statements and values.
  var depth = 0
  /// Whether a `do` belongs to an enclosing command.
  var isInCommand = false
  /// The number of strings around the text.
  let level: Int

  /// No hand-written file reaches these limits.
  static let depthLimit = 40
  static let levelLimit = 4
  static let lengthLimit = 100

  static func statements(of source: SourceText) -> [RubyStatement] {
    var parser = RubyParser(source, source.startOffset..<source.bytes.count, level: 0)
    var statements: [RubyStatement] = []
    while parser.index < parser.tokens.count {
      statements += parser.statements(until: parser.tokens.count)
      // An `else` without an `if`, or a `when` without a `case`.
      parser.index += 1
    }
    return statements
  }

  init(_ source: SourceText, _ span: Range<Int>, level: Int) {
    self.source = source
    self.level = level
    tokens = RubyLexer.tokens(of: source, in: span)
    nesting = RubyNesting(tokens)
  }

  var token: RubyToken? { index < tokens.count ? tokens[index] : nil }
  func token(after offset: Int) -> RubyToken? { index + offset < tokens.count ? tokens[index + offset] : nil }

  /// Parses the statements up to the token `limit`, or to an `else` or `when` of the enclosing branch.
  mutating func statements(until limit: Int) -> [RubyStatement] {
    var statements: [RubyStatement] = []
    depth += 1
    defer { depth -= 1 }
    while true {
      while index < limit, tokens[index].isEnd { index += 1 }
      guard index < limit, !Self.branchWords.contains(where: tokens[index].isWord) else { return statements }
      statements.append(statement(until: limit))
    }
  }

  private static let branchWords = ["else", "elsif", "when"]

  private mutating func statement(until limit: Int) -> RubyStatement {
    let start = index
    let end = max(start + 1, statementEnd(from: start, limit: limit))
    let kind = depth > Self.depthLimit ? nil : kind(until: end)
    let isWhole = index == end
    index = end
    let span = tokens[start].span.lowerBound..<tokens[end - 1].span.upperBound
    return RubyStatement(kind: isWhole ? kind ?? .other : .other, span: span)
  }

  /// Returns the token after the statement that begins at `start`. A statement continues over line ends inside brackets
  /// and blocks, after an operator or a comma, and before a dot.
  private func statementEnd(from start: Int, limit: Int) -> Int {
    var place = start
    while place < limit {
      if let partner = nesting.partner[place] {
        place = min(limit, partner + 1)
        continue
      }
      if tokens[place].isMark(";") { return place }
      if tokens[place].kind == .lineEnd, place == start || !continues(over: place, limit: limit) { return place }
      place += 1
    }
    return limit
  }

  private func continues(over lineEnd: Int, limit: Int) -> Bool {
    if case .mark(let mark) = tokens[lineEnd - 1].kind, Self.openMarks.contains(mark) { return true }
    if case .label = tokens[lineEnd - 1].kind { return true }
    guard lineEnd + 1 < limit else { return false }
    return tokens[lineEnd + 1].isMark(".") || tokens[lineEnd + 1].isMark("&.")
  }

  private static let openMarks: Set<String> = [",", "=", "=>", "||", "&&", "+", "==", "!=", ".", "&.", "::"]

  private mutating func kind(until end: Int) -> RubyStatement.Kind? {
    let start = index
    if let token, token.isWord("if") || token.isWord("unless"), let close = nesting.partner[index] {
      return branch(isNegated: token.isWord("unless"), until: close)
    }
    if let token, token.isWord("begin"), let close = nesting.partner[index], close < tokens.count {
      return attempt(until: close)
    }
    if let token, token.isWord("case"), let close = nesting.partner[index], close < tokens.count {
      return choice(until: close)
    }
    if let token, token.isWord("def"), let close = nesting.partner[index], close < tokens.count {
      return definition(until: close)
    }
    var kind: RubyStatement.Kind
    if case .word(let name) = token?.kind, self.token(after: 1)?.isMark("=") == true {
      index += 2
      skipLineEnds(until: end)
      kind = .assignment(name, value())
    } else {
      kind = .value(value())
    }
    var count = 0
    while count < Self.lengthLimit, index < end, let word = token, word.isWord("if") || word.isWord("unless") {
      let body = RubyStatement(kind: kind, span: tokens[start].span.lowerBound..<tokens[end - 1].span.upperBound)
      index += 1
      count += 1
      kind = .branch(RubyBranch(condition: value(), isNegated: word.isWord("unless"), body: [body], otherwise: []))
    }
    return kind
  }

  /// Parses a branch from `if`, `unless` or `elsif` to its `end`.
  private mutating func branch(isNegated: Bool, until close: Int) -> RubyStatement.Kind? {
    index += 1
    let condition = value()
    guard let token, token.isEnd || token.isWord("then") else { return nil }
    index += 1
    let body = statements(until: close)
    var otherwise: [RubyStatement] = []
    if let word = self.token, index < close {
      let start = index
      if word.isWord("elsif") {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit, let kind = branch(isNegated: false, until: close) else { return nil }
        otherwise = [RubyStatement(kind: kind, span: tokens[start].span.lowerBound..<tokens[close - 1].span.upperBound)]
        return .branch(RubyBranch(condition: condition, isNegated: isNegated, body: body, otherwise: otherwise))
      }
      index += 1
      otherwise = statements(until: close)
    }
    guard index == close else { return nil }
    index = min(tokens.count, close + 1)
    return .branch(RubyBranch(condition: condition, isNegated: isNegated, body: body, otherwise: otherwise))
  }

  /// Parses a method from `def` to its `end`.
  private mutating func definition(until close: Int) -> RubyStatement.Kind? {
    guard case .word(let name) = token(after: 1)?.kind, token(after: 2)?.isMark(".") != true else { return nil }
    index += 2
    let isBracketed = token?.isMark("(") == true
    let end =
      isBracketed
      ? nesting.partner[index] ?? close : tokens[index...].firstIndex { $0.isEnd }.map { min($0, close) } ?? close
    if isBracketed { index += 1 }
    let parameters = parameters(until: min(end, close))
    index = min(close, isBracketed ? end + 1 : end)
    let body = statements(until: close)
    guard index == close else { return nil }
    index = min(tokens.count, close + 1)
    return .definition(RubyDefinition(name: name, parameters: parameters, body: body))
  }

  private mutating func parameters(until end: Int) -> [RubyDefinition.Parameter]? {
    var parameters: [RubyDefinition.Parameter] = []
    while true {
      skipLineEnds(until: end)
      guard index < end else { return parameters }
      var defaultValue: RubyValue?
      switch token?.kind {
      case .label(let name):
        index += 1
        if index < end, token?.isMark(",") != true { defaultValue = value() }
        parameters.append(.init(name: name, isKeyword: true, defaultValue: defaultValue))
      case .word(let name):
        index += 1
        if token?.isMark("=") == true {
          index += 1
          defaultValue = value()
        }
        parameters.append(.init(name: name, isKeyword: false, defaultValue: defaultValue))
      default: return nil
      }
      skipLineEnds(until: end)
      guard index < end else { return parameters }
      guard token?.isMark(",") == true else { return nil }
      index += 1
    }
  }

  mutating func skipLineEnds(until end: Int) {
    while index < end, tokens[index].kind == .lineEnd { index += 1 }
  }
}
