import ArgumentParser
import Execution
import Lanes
import MartletCore
import Steps

struct ProposeCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "propose",
    abstract: "Open or update the pull request of the next release.",
    usage: "martlet propose [<lane>] [options]",
    discussion: """
      Examples:
        martlet propose release --dry-run    show files and text
        martlet propose release --yes        for a CI job: without a confirmation

      The lane needs `pull_request: true`. The pull request has its edits up to the first `commit`. If there is nothing to
      release, an open one is closed. Once it is merged, `martlet run` performs the other steps.
      """)

  @Argument(help: "The lane's name; left out, the only lane with `pull_request`.", completion: .lane)
  var lane: String?

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var exit: DetailedExitOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  var action: ActionOptions { ActionOptions(confirmation, plan, exit) }

  func run() throws {
    let session = try Session(options)
    transport.configure(session.workspace)
    try session.openCredentials(for: action)
    let writer = try RunReportWriter(in: session, folder: output.outputs)
    let releasefile = try session.requiredReleasefile()
    let answers = try TerminalAnswers([], agrees: true, in: session)
    var planner = try Planner(
      laneNamed: lane ?? releasefile.proposedLane(), of: releasefile,
      in: session.context(answers, purpose: .proposal))
    let release = try session.looking { try ProposedRelease(of: &planner) }
    if !action.dryRun { try session.workspace.trust.check(release.plan.entries) }
    let console = session.console.redacting(planner.secrets.known)
    var report = RunReport(of: planner)
    report.append(release.plan)
    let text = ProposalText(release, console: console)
    if !options.json, !options.quiet { try console.print(text.planned(withBody: action.dryRun)) }
    if action.dryRun {
      if options.json { try console.print(ResultReport(report, console: console).json()) }
    } else {
      try confirm(release, text, in: session, answers)
      do {
        let result = try perform(release, in: session, console)
        report.end(.proposed(result), of: planner)
        let line = options.quiet ? result.pullRequest?.page : text.line(of: result)
        if !options.json, let line { try console.print(line) }
      } catch {
        report.end(.failed(error, published: []), of: planner)
        writer.publish(report, console: console)
        throw error
      }
      if options.json { try console.print(ResultReport(report, console: console).json()) }
      writer.publish(report, console: console)
    }
    if action.detailedExit, planner.hasNothingToRelease { throw ExitCode(ExitStatus.nothingToRelease.rawValue) }
  }

  private func perform(_ release: ProposedRelease, in session: Session, _ console: Console) throws -> ProposalResult {
    SignalWatch.begin(telling: session.interruption)
    let reporter = ProgressReporter(of: release.plan, on: console, in: session)
    var isDone = false
    defer { reporter.end(isDone: isDone) }
    session.workspace.runsPrograms = true
    let proposer = try Proposer(session.workspace, at: release.place, reporter: reporter)
    let result = try release.proposal.map(proposer.keep) ?? proposer.close()
    isDone = true
    return result
  }

  /// - Throws: `Failure.declined`, `.unapproved`.
  private func confirm(
    _ release: ProposedRelease, _ text: ProposalText, in session: Session, _ answers: TerminalAnswers
  ) throws {
    guard !action.yes else { return }
    guard session.respondent == .person else {
      let place = release.place
      throw Failure.unapproved(
        effects: release.proposal == nil
          ? ["closing the pull request of \(place.branch), if it is open"]
          : ["push \(place.branch) → \(place.repository.remote)", "a pull request for \(place.base)"])
    }
    try RunConsent(session: session, answers: answers, isGiven: false)
      .ask(about: text.planned(withBody: false))
  }
}

/// A proposal as text.
struct ProposalText {
  private let release: ProposedRelease
  private let console: Console

  init(_ release: ProposedRelease, console: Console) {
    self.release = release
    self.console = console
  }

  /// The plan, and the title and the branches of the pull request.
  ///
  /// - Parameter hasBody: Whether its text follows.
  func planned(withBody hasBody: Bool) -> String {
    let plan = PlanText(release.plan, console: console).rendered()
    guard let proposal = release.proposal else { return plan }
    let labels = proposal.place.declaration.labels
    let details = [
      proposal.place.declaration.isDraft ? "draft" : nil, labels.isEmpty ? nil : labels.joined(separator: ", "),
    ].compactMap(\.self)
    let head =
      "pull request  \(proposal.title): \(proposal.place.branch) → \(proposal.place.base)"
      + (details.isEmpty ? "" : "  (\(details.joined(separator: "; ")))")
    let body = proposal.body.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : "  \(String(line).escapedForTerminal())"
    }
    return ([plan, head.escapedForTerminal()] + (hasBody ? [""] + body : [])).joined(separator: "\n").trimmed
  }

  /// The line at the end.
  func line(of result: ProposalResult) -> String {
    switch result {
    case .opened(let request): "done  opened pull request \(request.number): \(request.page)"
    case .updated(let request): "done  updated pull request \(request.number): \(request.page)"
    case .unchanged(let request): "done  pull request \(request.number) is up to date: \(request.page)"
    case .closed(let request): "done  closed pull request \(request.number): \(request.page)"
    case .nothing: "done  no pull request is open"
    case .outdated: "done  `\(release.place.base)` has newer commits, which their own job proposes"
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(reversed().drop(while: \.isNewline).reversed()) }
}

extension Releasefile {
  /// The only lane with `pull_request`.
  fileprivate func proposedLane() throws -> String {
    let lanes = publicLanes.filter { $0.pullRequest != nil }.map(\.name)
    guard let lane = lanes.first, lanes.count == 1 else { throw Failure.noProposedLane(lanes) }
    return lane
  }
}

extension Failure {
  fileprivate static func noProposedLane(_ lanes: [String]) -> Failure {
    lanes.isEmpty
      ? Failure(
        "no public lane releases by pull request", hint: "declare `pull_request: true` in the lane that releases",
        exit: .usage)
      : Failure(
        "several lanes release by pull request, expected one of \(lanes.quotedList)",
        hint: "name it: `martlet propose \(lanes.first?.shellWord ?? "LANE")`", exit: .usage)
  }
}
