extension RubyParser {
  /// Parses `begin … rescue … ensure … end`; nil if it has an `else`.
  mutating func attempt(until close: Int) -> RubyStatement.Kind? {
    let parts = attemptParts(until: close)
    index += 1
    var body: [RubyStatement] = []
    var handlers: [RubyAttempt.Handler] = []
    for (number, start) in parts.enumerated() {
      let end = number + 1 < parts.count ? parts[number + 1] : close
      if number == 0 {
        body = statements(until: end)
      } else {
        let isRescue = tokens[start].isWord("rescue")
        guard isRescue || tokens[start].isWord("ensure") && number == parts.count - 1 else { return nil }
        // The classes and the name of a `rescue` end with its line.
        index = tokens[start..<end].firstIndex { $0.isEnd || $0.isWord("then") } ?? end
        if index < end { index += 1 }
        let statements = statements(until: end)
        let span = tokens[start].span.lowerBound..<tokens[end - 1].span.upperBound
        handlers.append(RubyAttempt.Handler(statements: statements, span: span, isRescue: isRescue))
      }
      guard index == end else { return nil }
    }
    index = close + 1
    return .attempt(RubyAttempt(body: body, handlers: handlers))
  }

  /// The `begin` at the index, and the `rescue`, `else` and `ensure` that belong to it.
  private func attemptParts(until close: Int) -> [Int] {
    var parts = [index]
    var place = index + 1
    while place < close {
      if let partner = nesting.partner[place] {
        place = partner + 1
        continue
      }
      if tokens[place - 1].isEnd, ["rescue", "else", "ensure"].contains(where: tokens[place].isWord) {
        parts.append(place)
      }
      place += 1
    }
    return parts
  }
}
