import Lanes
import MartletCore

/// The result of a run as a list: one fact on the line of `done`, several below it.
struct ReceiptText {
  private let entries: [Plan.Entry]
  private let outcomes: Outcomes

  init(_ entries: [Plan.Entry], _ outcomes: Outcomes) {
    self.entries = entries
    self.outcomes = outcomes
  }

  func rendered() -> String {
    let parts = entries.map { $0.effect.value.receipt(outcomes[$0.number] ?? Outcome()) }
    let facts = (parts + [filePart]).compactMap { $0?.escapedForTerminal() }
    return (["done"] + facts).joined(separator: facts.count > 1 ? "\n  " : "  ")
  }

  private var filePart: String? {
    let count = entries.count { if case .writeFile = $0.effect { true } else { false } }
    guard count > 0, outcomes.values.allSatisfy({ $0.commit == nil }) else { return nil }
    return "\(count.of("file")) written"
  }
}
