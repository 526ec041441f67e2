import Lanes
import MartletCore

/// The result of a run as a list: one fact on the line of `done`, several below it.
struct ReceiptText {
  private let entries: [Plan.Entry]
  private let result: StageResult

  init(_ entries: [Plan.Entry], _ result: StageResult) {
    self.entries = entries
    self.result = result
  }

  func rendered() -> String {
    let parts = entries.map { $0.effect.value.receipt(result.result(ofEntry: $0.number)) }
    let facts = (parts + [filePart]).compactMap { $0?.escapedForTerminal() }
    return (["done"] + facts).joined(separator: facts.count > 1 ? "\n  " : "  ")
  }

  private var filePart: String? {
    let count = entries.count { if case .writeFile = $0.effect { true } else { false } }
    guard count > 0, result.commits.isEmpty else { return nil }
    return "\(count.of("file")) written"
  }
}
