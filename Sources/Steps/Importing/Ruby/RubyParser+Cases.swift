extension RubyParser {
  /// Parses `case value`, `when` … and `end` as branches that compare the value; nil if it has another form.
  mutating func choice(until close: Int) -> RubyStatement.Kind? {
    index += 1
    let subject = token?.isEnd == true ? nil : value()
    while index < close, tokens[index].isEnd { index += 1 }
    return alternative(of: subject, until: close)
  }

  private mutating func alternative(of subject: RubyValue?, until close: Int) -> RubyStatement.Kind? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit, token?.isWord("when") == true else { return nil }
    index += 1
    var condition = comparison(of: subject)
    while token?.isMark(",") == true {
      index += 1
      skipLineEnds(until: close)
      condition = .operation("||", condition, comparison(of: subject))
    }
    guard let token, token.isEnd || token.isWord("then") else { return nil }
    index += 1
    let body = statements(until: close)
    var otherwise: [RubyStatement] = []
    if index < close {
      let start = index
      if tokens[start].isWord("when") {
        guard let kind = alternative(of: subject, until: close) else { return nil }
        let span = tokens[start].span.lowerBound..<tokens[close - 1].span.upperBound
        return .branch(
          RubyBranch(
            condition: condition, isNegated: false, body: body, otherwise: [RubyStatement(kind: kind, span: span)]))
      }
      guard tokens[start].isWord("else") else { return nil }
      index += 1
      otherwise = statements(until: close)
    }
    guard index == close else { return nil }
    index = close + 1
    return .branch(RubyBranch(condition: condition, isNegated: false, body: body, otherwise: otherwise))
  }

  /// Parses the value after `when`. `===` compares texts as `==` does; patterns and classes match other values, too.
  private mutating func comparison(of subject: RubyValue?) -> RubyValue {
    let value = value()
    guard let subject else { return value }
    guard case .string = value else { return .unknown }
    return .operation("==", subject, value)
  }
}
