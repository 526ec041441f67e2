import ArgumentParser
import Execution
import Lanes
import MartletCore
import Steps

/// Plans lanes for a command, shows the plans, and performs them.
struct LaneRunner {
  let session: Session
  let action: ActionOptions
  let answers: TerminalAnswers
  /// Writes the report of the run; nil for no report.
  let reportWriter: RunReportWriter?

  /// - Parameter answers: The answers to prompts; nil for none in advance.
  init(
    _ action: ActionOptions, answers: TerminalAnswers? = nil, reportWriter: RunReportWriter? = nil, in session: Session
  ) throws {
    self.session = session
    self.action = action
    self.answers = try answers ?? TerminalAnswers([], agrees: action.yes, in: session)
    self.reportWriter = reportWriter
  }

  /// Returns the planner of the lane `name`, with parameter values from `words`.
  ///
  /// - Throws: `Failure.unknownQuestion` for an answer without a prompt, and the errors of planning.
  func planner(ofLaneNamed name: String, arguments words: [String]) throws -> Planner {
    let releasefile = try session.requiredReleasefile()
    let planner = try Planner(
      laneNamed: name, arguments: LaneArguments.values(of: words), of: releasefile, in: session.context(answers))
    let questions = releasefile.questions(inLaneNamed: name)
    if let lost = answers.givenNames.first(where: { !questions.contains($0) }) {
      throw Failure.unknownQuestion(lost, lane: name, known: questions.sorted())
    }
    return planner
  }

  /// Returns the start record of a run of the lane `name`, without secret arguments.
  func start(ofLaneNamed name: String, arguments words: [String], by planner: Planner) throws -> RunStart {
    let releasefile = planner.draft.releasefile
    guard let source = releasefile.source else { return RunStart(title: planner.title) }
    let secrets = releasefile.lane(named: name)?.parameters.filter(\.isSecret).map(\.name) ?? []
    let call = RunStart.Call(
      lane: name,
      arguments: try LaneArguments.values(of: words).filter {
        !secrets.contains($0.key) && !SecretName.isLikely(value: $0.value)
      },
      releasefile: source, artifacts: session.workspace.artifactsFolder)
    return RunStart(title: planner.title, call: call)
  }

  /// Shows the plan of `steps` and performs it, unless `--dry-run` was given.
  ///
  /// - Parameters:
  ///   - releasefile: The Releasefile with the settings of the steps; nil for that of the project.
  ///   - leavesRecord: Whether the run has a journal; one that does not change the repository needs none.
  func perform(
    _ steps: [StepDeclaration], title: String, of releasefile: Releasefile? = nil, leavesRecord: Bool = true
  ) throws {
    let releasefile = try releasefile ?? session.releasefile() ?? Releasefile()
    try perform(
      Planner(steps, title: title, of: releasefile, in: session.context(answers)),
      start: leavesRecord ? RunStart(title: title) : nil)
  }

  /// Shows the plan of `planner` and performs it, unless `--dry-run` was given.
  ///
  /// - Parameters:
  ///   - start: The start record of the journal; nil for a run without a journal.
  ///   - record: Where the lane has its head, and what that was when it was looked at; nil if it was not.
  ///   - introduction: Returns the text above the plan of the first stage; nil for none.
  func perform(
    _ planner: Planner, start: RunStart?, claiming record: (place: RecordPlace, head: LaneHead)? = nil,
    showing introduction: ((PlanText) -> String)? = nil
  ) throws {
    var planner = planner
    if action.dryRun {
      if start != nil { try session.workspace.checkThatNoRunHasStopped() }
      try show(planOf: &planner) { text in (introduction.map { $0(text) + "\n" } ?? "") + text.rendered() }
    } else {
      try session.openCredentials(for: action)
      var run = LaneRun(planner, by: self, start: start, claiming: record, showing: introduction)
      try run.perform()
      planner = run.planner
    }
    if action.detailedExit, planner.hasNothingToRelease { throw ExitCode(ExitStatus.nothingToRelease.rawValue) }
  }

  /// Prints the plan of `planner`, up to the first step that cannot be planned yet.
  ///
  /// - Parameter text: Returns the text without `--json`.
  /// - Throws: Why the run cannot begin, or why it would fail later for certain.
  func show(planOf planner: inout Planner, as text: (PlanText) -> String) throws {
    let plan = try session.looking { try planner.preview() }
    let console = session.console.redacting(planner.secrets.known)
    try console.print(
      try session.options.json ? PlanReport(plan).masked(by: console).json() : text(PlanText(plan, console: console)))
    reportWriter?.publish(plan, of: planner, console: console)
    if let failure = planner.failureOfPreview, failure.isCertain { throw failure }
  }
}

extension Failure {
  /// An answer for a prompt that the lane does not have.
  fileprivate static func unknownQuestion(_ name: String, lane: String, known: [String]) -> Failure {
    Failure(
      "lane `\(lane)` has no prompt `\(name)`",
      hint: known.nearest(to: name).map { "did you mean `--answer \($0)=…`?" }
        ?? "remove `--answer \(name)=…`, or add a step `bump: ask` or `prompt` to the lane", exit: .usage)
  }
}
