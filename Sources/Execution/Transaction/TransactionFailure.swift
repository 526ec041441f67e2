import Git
import Lanes
import MartletCore

/// A run that stopped at one of its entries, or between two stages.
package struct TransactionFailure: ExplainedError {
  /// What was done about the entries before it.
  package enum RollbackOutcome: Hashable, Sendable {
    case nothingDone
    /// Nothing is public, and they were undone, except for `problems`.
    case undone(problems: [Diagnostic])
    /// They stay, because this is public.
    case published([Publicity.Subject])
    /// They stay, because more may be public than this, or it is unknown what is.
    case uncertain([Publicity.Subject])
  }

  /// The entry that failed; nil between two stages.
  package let entry: Plan.Entry?
  package let underlying: any Error
  package let rollback: RollbackOutcome
  /// Whether another run has released the lane.
  private var hasLostLane = false
  /// That another branch is checked out than before the run, which is not undone.
  private var switchedBranch: Diagnostic?
  /// The outward entries that were done.
  package private(set) var publicEntries: [Plan.Entry] = []

  init(at entry: Plan.Entry?, _ error: any Error, rollback: RollbackOutcome) {
    self.entry = entry
    underlying = error
    self.rollback = rollback
  }

  /// Handles `error` at `entry`: undoes everything in `receipt`, unless something of it is or may be public.
  package init(at entry: Plan.Entry?, _ error: any Error, undoing receipt: Receipt, in workspace: Workspace) {
    // The signal that has stopped the run does not stop what follows.
    if workspace.interruption?.signal != nil { workspace.repository.interruption = nil }
    defer { workspace.repository.interruption = workspace.interruption }
    let rollback: RollbackOutcome
    if error is UncertainPush || error is UncertainPublication || error is UncertainUpload
      || error is UnfinishedStoreWork || receipt.isPartlyPublic || error.isAboutUnknownOutcome
      || error.mayHaveAnnounced
    {
      rollback = .uncertain(receipt.publicEntries.map { .entry($0) })
    } else if receipt.isEmpty {
      rollback = .nothingDone
    } else if receipt.hasLostLane(to: error) {
      // A run of the same commit by the same person makes the same objects, so what is public may be its.
      rollback = .undone(problems: receipt.undo(in: workspace))
    } else {
      rollback =
        switch receipt.publicity(in: workspace) {
        case .known(let subjects): .published(subjects)
        case .unknown: .uncertain([])
        case .nothing: .undone(problems: receipt.undo(in: workspace))
        }
    }
    switch rollback {
    case .nothingDone: receipt.end(.undone)
    case .undone(problems: []): receipt.release()
    case .undone, .published, .uncertain: receipt.pause()
    }
    self.init(at: entry, error, rollback: rollback)
    publicEntries = receipt.publicEntries
    hasLostLane = receipt.hasLostLane(to: error)
    if !mayBePublic, Failure(of: error).code != .headMoved {
      switchedBranch = receipt.switchedBranch(in: workspace)
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
      failure.diagnostics += problems.map(\.asWarning)
    }
    if let switchedBranch { failure.diagnostics.append(switchedBranch) }
    // Nothing of the run is public, also if the answer to the last request was lost.
    if mayBePublic { failure.exit = .partlyPublic } else if failure.exit == .partlyPublic { failure.exit = .failed }
    return failure
  }

  private var state: String {
    switch rollback {
    case .nothingDone: "nothing was changed"
    case .undone(problems: []):
      hasRunOutwardCommand
        ? "everything was undone; check whether the command published something"
        : "\(hasLostLane ? "this run published nothing" : "nothing is public"), and everything was undone"
    case .undone:
      "nothing is public, but not everything could be undone; try again with `martlet undo`"
    case .published(let subjects):
      "\(subjects.standing); nothing was undone; \(continuation)"
    case .uncertain([]):
      "nothing was undone, because it may be public; `martlet finish` checks and continues"
    case .uncertain(let subjects):
      "\(subjects.standing); nothing was undone, because more may be public; "
        + "`martlet finish` checks and continues"
    }
  }
}

extension TransactionFailure {
  /// Whether the failed entry is an outward command that was started: only its user knows what it did.
  private var hasRunOutwardCommand: Bool {
    guard case .runCommand(let run)? = entry?.effect, run.isOutward else { return false }
    // Its push would be refused, so it was not started.
    if underlying is TransportError { return false }
    guard case .command(_, let problem)? = underlying as? ExecutionError else { return true }
    return switch problem {
    case .ended, .tooMuchOutput, .outputNotText: true
    case .onlyInFolder, .shellBuiltin, .noDirectory, .couldNotRun: false
    }
  }

  /// Without an option, `finish` neither repeats nor skips an outward command. One that has succeeded is not repeated.
  private var continuation: String {
    if case .runCommand(let run)? = entry?.effect, run.isOutward,
      !publicEntries.contains(where: { $0.number == entry?.number })
    {
      return "`martlet finish --repeat` repeats the command, `martlet finish --skip` continues after it"
    }
    return "`martlet finish` continues from here"
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

extension [Publicity.Subject] {
  /// What is public, and what only Apple has.
  fileprivate var standing: String {
    func list(_ place: PublicPlace, _ start: String) -> String? {
      let names = filter { $0.place == place }.map(\.name)
      return names.isEmpty ? nil : start + names.joined(separator: ", ")
    }
    return [list(.everywhere, "already public: "), list(.apple, "already at Apple: ")].compactMap(\.self)
      .joined(separator: "; ")
  }
}

extension Receipt {
  /// A warning that another branch is checked out than before the run: a command or a user has switched it.
  fileprivate func switchedBranch(in workspace: Workspace) -> Diagnostic? {
    guard case .branch(let before, _)? = run.expectation?.head, case .branch(let now, _)? = try? workspace.head(),
      before != now
    else { return nil }
    return Diagnostic(
      "`\(now)` is checked out, but `\(before)` was before the run",
      hint: "go back to it with `git switch \(before.shellWord)`"
    ).asWarning
  }
}
