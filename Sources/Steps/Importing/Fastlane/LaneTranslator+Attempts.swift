import MartletCore

extension LaneTranslator {
  /// Returns the steps of `begin`. A failed step ends the lane, so every `rescue` must end it, too, and may only print before; other
  /// ones are missing.
  mutating func items(of attempt: RubyAttempt) -> [YAMLItem]? {
    guard !attempt.body.contains(where: \.leavesLane) else { return nil }
    let start = span
    let before = state
    var items = items(attempt.body)
    var isWhole = true
    for handler in attempt.handlers where !handler.statements.isEmpty || handler.isRescue {
      let place = unit.place(at: handler.span.lowerBound)
      if handler.isRescue ? endsLane(handler.statements) : handler.statements.allSatisfy({ isHarmless($0) }) {
        span = handler.span
        // The names that `ensure` assigns have other values now.
        if !handler.isRescue { discard(RubyStatement(kind: .other, span: span), isHarmless: true) }
        items.append(.comment("a failed step ends the lane, as at \(place.path):\(place.line)"))
      } else {
        isWhole = false
        span = handler.span
        items.append(leaveOut(RubyStatement(kind: .other, span: span), because: "only Ruby runs it"))
      }
    }
    span = start
    // Only a part of the body may have run.
    if !isWhole { state = state.merged(with: before, before: before) }
    return items
  }

  private func endsLane(_ statements: [RubyStatement]) -> Bool {
    let end = statements.firstIndex { statement in
      guard case .value(.call(let call)) = statement.kind else { return false }
      return call.fails && call.arguments.allSatisfy { isPure(from: $0.span.lowerBound, to: $0.span.upperBound) }
    }
    // The name of the error is a variable of the `rescue`, which only prints it.
    return end.map { statements[..<$0].allSatisfy { isHarmless($0) } } ?? false
  }
}
