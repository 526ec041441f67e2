import Execution
import Lanes
import TextEditing

/// What a run does next: the stages that its journal holds, those of its lane, then what is declared for a failure and for
/// the end.
///
/// It plans and decides, and performs nothing: `next` gives the stage to perform, `begin` and `proceed` are told how that
/// went.
struct RunLoop {
  private(set) var planner: Planner
  /// The stages of the journal that are still to be performed.
  private var recorded: ArraySlice<PlannedStage> = []
  private let answers: TerminalAnswers
  /// What `next` gives belongs to this part of the run.
  private(set) var part = RunStart.Part.main
  /// Whether the last stage that `next` gave, or was asked for, is one of the journal.
  private(set) var isRecorded = false
  /// The version after the last stage that was begun.
  private(set) var version: VersionState?
  /// The step that the last stage of the lane begins with.
  private var firstStep: String?

  init(_ planner: Planner, answers: TerminalAnswers) {
    self.planner = planner
    self.answers = answers
  }

  /// Goes on with a run that has made `receipt`. The last of `stages` is performed even if nothing of it is left, because
  /// the planner waits for its result.
  init(_ planner: Planner, answers: TerminalAnswers, resuming stages: [PlannedStage], after receipt: Receipt) {
    self.init(planner, answers: answers)
    version = planner.draft.changedVersion
    let done = Set(receipt.entries.map(\.number))
    let open = stages.dropLast().filter { $0.plan.entries.contains { !done.contains($0.number) } }
    recorded = open + stages.suffix(1)
  }

  /// The next stage of this part of the run; nil when nothing is left of it.
  ///
  /// - Throws: a `StepFailure` when a step stops the lane.
  mutating func next() throws -> PlannedStage? {
    isRecorded = !recorded.isEmpty
    if let stage = recorded.popFirst() { return stage }
    guard let plan = try planner.nextStage(), part == .main || !plan.entries.isEmpty else { return nil }
    return PlannedStage(plan, isLast: planner.isFinished, answers: answers.recorded)
  }

  /// Takes note that `stage` is about to be performed.
  mutating func begin(_ stage: PlannedStage) {
    if part == .main { firstStep = stage.plan.entries.first?.step }
    version = stage.plan.version
  }

  /// Takes note of what the last stage has brought about. Those of the journal, but for the last, were followed by planning
  /// already.
  mutating func proceed(after result: StageResult) {
    if recorded.isEmpty { planner.proceed(after: result) }
  }

  /// Goes back to before its first stage was planned.
  mutating func restart(from beginning: Planner) { planner = beginning }

  /// Has what is declared for `error` come next.
  mutating func handle(_ error: any Error) {
    let failure = error as? TransactionFailure
    let planning = error as? StepFailure ?? failure?.underlying as? StepFailure
    // Where nothing was begun, what would have been first is what the run stopped at.
    let step = planning?.step ?? failure?.entry?.step ?? firstStep ?? planner.currentLaneName
    planner.handle(FailureFacts(step: step, message: error.firstMessage, lane: planner.currentLaneName))
    (part, recorded) = (.handlers, [])
  }

  /// Has what is declared for the end of every run come next.
  mutating func finish() {
    planner.finish()
    (part, recorded) = (.handlers, [])
  }
}
