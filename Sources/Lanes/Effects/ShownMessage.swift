/// A message for the user.
struct ShownMessage: EffectValue {
  let text: String

  var summary: EffectSummary {
    let shown = text.withoutLastLineEnds
    var summary =
      shown.shortened.map {
        EffectSummary(keyword: "message", "print", "\"\($0.line) …\"", "\($0.count) lines", phrase: "message")
      } ?? EffectSummary(keyword: "message", "print", "\"\(shown)\"", phrase: "message")
    summary.progress = .text(shown)
    return summary
  }

  func fields(_ outcome: Outcome) -> EffectFields { ["message": text] }
  var act: Trust.Act? { nil }
}
