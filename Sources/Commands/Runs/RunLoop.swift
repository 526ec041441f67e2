import Execution
import Lanes
import MartletCore

/// The stages of a run in order: those of its journal, those of its lane, then the `on_error` and `finally` steps.
///
/// The loop performs nothing: `next` returns the stage to perform, `begin` and `proceed` record its start and result.
struct RunLoop {
  private(set) var planner: Planner
  /// The stages of the journal that are still to be performed.
  private var recorded: ArraySlice<PlannedStage> = []
  private let answers: TerminalAnswers
  /// The part of the run that the stages of `next` belong to.
  private(set) var part = RunStart.Part.main
  /// Whether the last call of `next` took its stage from the journal.
  private(set) var isRecorded = false
  /// The version after the last stage that was begun.
  private(set) var version: VersionState?
  /// The first step of the current stage of the lane.
  private var firstStep: String?

  init(_ planner: Planner, answers: TerminalAnswers) {
    self.planner = planner
    self.answers = answers
  }

  /// Resumes a run after the entries of `receipt`. The last of `stages` is always performed, even if no entries are
  /// left, because the planner needs its result.
  init(_ planner: Planner, answers: TerminalAnswers, resuming stages: [PlannedStage], after receipt: Receipt) {
    self.init(planner, answers: answers)
    version = planner.draft.changedVersion
    let done = Set(receipt.entries.map(\.number))
    let open = stages.dropLast().filter { $0.plan.entries.contains { !done.contains($0.number) } }
    recorded = open + stages.suffix(1)
  }

  /// Returns the next stage of this part of the run; nil after its last stage.
  ///
  /// - Throws: `StepFailure` when a step stops the lane.
  mutating func next() throws -> PlannedStage? {
    isRecorded = !recorded.isEmpty
    if let stage = recorded.popFirst() { return stage }
    guard let plan = try planner.nextStage(), part == .main || !plan.entries.isEmpty else { return nil }
    let redaction = Redaction(of: planner.secrets.known + planner.draft.workspace.environment.secrets)
    return PlannedStage(
      plan, isLast: planner.isFinished, answers: answers.recorded,
      planner: planner.checkpoint { redaction.redacted($0) != $0 })
  }

  /// Records that `stage` is about to be performed.
  mutating func begin(_ stage: PlannedStage) {
    if part == .main { firstStep = stage.plan.entries.first?.step }
    version = stage.plan.version
  }

  /// Records the outcomes of the last stage. For stages of the journal except the last, the planner has it already.
  mutating func proceed(after outcomes: Outcomes) {
    if recorded.isEmpty { planner.proceed(after: outcomes) }
  }

  /// Resets the planner to the state before its first stage.
  mutating func restart(from beginning: Planner) { planner = beginning }

  /// Makes the `on_error` steps for `error` come next.
  mutating func handle(_ error: any Error) {
    let failure = error as? TransactionFailure
    let planning = error as? StepFailure ?? failure?.underlying as? StepFailure
    // If nothing was begun, the run stopped at its first step.
    let step = planning?.step ?? failure?.entry?.step ?? firstStep ?? planner.currentLaneName
    planner.handle(FailureFacts(step: step, message: error.firstMessage, lane: planner.currentLaneName))
    (part, recorded) = (.handlers, [])
  }

  /// Makes the `finally` steps come next.
  mutating func finish() {
    planner.finish()
    (part, recorded) = (.handlers, [])
  }
}
