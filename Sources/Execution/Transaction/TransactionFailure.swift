import Lanes
import MartletTextEditing

/// A run that stopped at one of its entries, or between two stages.
package struct TransactionFailure: ExplainedError {
  /// What was done about the entries before it.
  package enum RollbackOutcome: Hashable, Sendable {
    case nothingDone
    /// Nothing is public, and they were undone, except for `problems`, one line each.
    case undone(problems: [String])
    /// They stay, because these entries are public.
    case published([Plan.Entry])
    /// They stay, because the failed entry may be public; these are public for certain.
    case uncertain([Plan.Entry])
  }

  /// The entry that failed; nil between two stages.
  package let entry: Plan.Entry?
  package let underlying: any Error
  package let rollback: RollbackOutcome

  init(at entry: Plan.Entry?, _ error: any Error, rollback: RollbackOutcome) {
    self.entry = entry
    underlying = error
    self.rollback = rollback
  }

  /// Handles `error` at `entry`: undoes everything in `receipt`, unless something of it is or may be public.
  package init(at entry: Plan.Entry?, _ error: any Error, undoing receipt: Receipt, in workspace: Workspace) {
    let rollback: RollbackOutcome =
      if error is UncertainPush || error is UncertainPublication || receipt.isPartlyPublic
        || error.isAboutUnknownOutcome || error.mayHaveAnnounced
      {
        .uncertain(receipt.publicEntries)
      } else if !receipt.publicEntries.isEmpty {
        .published(receipt.publicEntries)
      } else if receipt.isEmpty {
        .nothingDone
      } else {
        .undone(problems: receipt.undo(in: workspace))
      }
    if case .nothingDone = rollback { receipt.end(.undone) }
    receipt.release()
    self.init(at: entry, error, rollback: rollback)
  }

  /// The outward entries that are public for certain.
  package var publicEntries: [Plan.Entry] {
    switch rollback {
    case .nothingDone, .undone: []
    case .published(let entries), .uncertain(let entries): entries
    }
  }

  /// Whether something of the run may be public.
  package var mayBePublic: Bool {
    switch rollback {
    case .nothingDone, .undone: false
    case .published, .uncertain: true
    }
  }

  package var failure: Failure {
    var failure = Failure(of: underlying)
    let stop = entry.map { "stopped at entry \($0.number), \($0.step); " } ?? ""
    failure.diagnostics[0].notes.append(stop + state)
    if case .undone(let problems) = rollback {
      failure.diagnostics += problems.map { Diagnostic($0, severity: .warning) }
    }
    if mayBePublic { failure.exit = .partlyPublic }
    return failure
  }

  private var state: String {
    switch rollback {
    case .nothingDone: "nothing was changed"
    case .undone(problems: []):
      hasRunOutwardCommand
        ? "everything was undone; check whether the command published something"
        : "nothing is public, and everything was undone"
    case .undone:
      "nothing is public, but not everything could be undone; try again with `martlet undo`"
    case .published(let entries):
      "already public: \(entries.names); nothing was undone; \(continuation)"
    case .uncertain([]):
      "nothing was undone, because it may be public; `martlet resume` checks and continues"
    case .uncertain(let entries):
      "already public: \(entries.names); nothing was undone, because more may be public; "
        + "`martlet resume` checks and continues"
    }
  }
}

extension TransactionFailure {
  /// Whether the failed entry is an outward command that was started: only its user knows what it did.
  private var hasRunOutwardCommand: Bool {
    guard case .runCommand(let run)? = entry?.effect, run.isOutward else { return false }
    guard case .command(_, let problem)? = underlying as? ExecutionError else { return true }
    return switch problem {
    case .ended, .tooMuchOutput, .outputNotText: true
    case .onlyInFolder, .shellBuiltin, .noDirectory, .couldNotRun: false
    }
  }

  /// Without an option, `resume` neither repeats nor skips an outward command.
  private var continuation: String {
    if case .runCommand(let run)? = entry?.effect, run.isOutward {
      return "`martlet resume --repeat` repeats the command, `martlet resume --skip` continues after it"
    }
    return "`martlet resume` continues from here"
  }
}

extension Error {
  fileprivate var mayHaveAnnounced: Bool {
    (self as? AnnouncementError)?.mayBeSent == true || (self as? AnnouncementErrors)?.mayBeSent == true
  }

  fileprivate var isAboutUnknownOutcome: Bool {
    if case ExecutionError.unknownOutcome = self as any Error { true } else { false }
  }
}

extension [Plan.Entry] {
  fileprivate var names: String { map(\.publicName).joined(separator: ", ") }
}
