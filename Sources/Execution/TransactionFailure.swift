import Lanes
import TextEditing

/// A run that stopped at one of its entries, or between two stages.
package struct TransactionFailure: ExplainedError {
  /// What became of the entries before it.
  package enum Aftermath: Hashable, Sendable {
    case nothingDone
    /// Nothing is public, and they have been taken back, but for what `problems` say, a line each.
    case takenBack(problems: [String])
    /// They stay, because these are public.
    case published([Plan.Entry])
    /// They stay, because the entry that failed may be public all the same; these are for certain.
    case uncertain([Plan.Entry])
  }

  /// The entry that failed; nil between two stages.
  package let entry: Plan.Entry?
  package let underlying: any Error
  package let aftermath: Aftermath

  init(at entry: Plan.Entry?, _ error: any Error, aftermath: Aftermath) {
    self.entry = entry
    underlying = error
    self.aftermath = aftermath
  }

  /// What `error` at `entry` leads to: all that `receipt` lists is taken back, unless something of it is public, or may be.
  package init(at entry: Plan.Entry?, _ error: any Error, taking receipt: Receipt, backIn workspace: Workspace) {
    let aftermath: Aftermath =
      if error is UncertainPush || error is UncertainPublication || receipt.isPartlyPublic
        || error.isAboutUnknownOutcome
      {
        .uncertain(receipt.publicEntries)
      } else if !receipt.publicEntries.isEmpty {
        .published(receipt.publicEntries)
      } else if receipt.isEmpty {
        .nothingDone
      } else {
        .takenBack(problems: receipt.takeBack(in: workspace))
      }
    if case .nothingDone = aftermath { receipt.end(.takenBack) }
    receipt.release()
    self.init(at: entry, error, aftermath: aftermath)
  }

  /// The outward entries that were done for certain.
  package var publicEntries: [Plan.Entry] {
    switch aftermath {
    case .nothingDone, .takenBack: []
    case .published(let entries), .uncertain(let entries): entries
    }
  }

  /// Whether others may see something of the run.
  package var mayBePublic: Bool {
    switch aftermath {
    case .nothingDone, .takenBack: false
    case .published, .uncertain: true
    }
  }

  package var failure: Failure {
    var failure = Failure(of: underlying)
    let stop = entry.map { "stopped at entry \($0.number), \($0.step); " } ?? ""
    failure.diagnostics[0].notes.append(stop + state)
    if case .takenBack(let problems) = aftermath {
      failure.diagnostics += problems.map { Diagnostic($0, severity: .warning) }
    }
    if mayBePublic { failure.exit = .partlyPublic }
    return failure
  }

  private var state: String {
    switch aftermath {
    case .nothingDone: "nothing was changed"
    case .takenBack(problems: []): "nothing is public, and all that was done has been taken back"
    case .takenBack:
      "nothing is public, but not all that was done could be taken back; `martlet undo` tries again"
    case .published(let entries):
      "public already: \(entries.numberList); nothing was taken back, `martlet resume` goes on from here"
    case .uncertain([]):
      "nothing was taken back, because it may be public; `martlet resume` finds out and goes on"
    case .uncertain(let entries):
      "public already: \(entries.numberList); nothing was taken back, because more may be public; "
        + "`martlet resume` finds out and goes on"
    }
  }
}

extension Error {
  fileprivate var isAboutUnknownOutcome: Bool {
    if case ExecutionError.unknownOutcome = self as any Error { true } else { false }
  }
}

extension [Plan.Entry] {
  fileprivate var numberList: String { map { "entry \($0.number)" }.joined(separator: ", ") }
}
