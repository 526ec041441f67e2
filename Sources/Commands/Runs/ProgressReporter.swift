import Execution
import Lanes
import MartletCore

/// Prints the progress of a run while the entries of a plan are performed.
struct ProgressReporter: RunReporter {
  private let text: PlanText
  private let console: Console
  private let steps: [Int: String]
  private let sections: LogSections
  private let line: ProgressLine?
  private let uploads: UploadLine
  private let elapsed = ElapsedTime()
  /// Nil without a terminal.
  private let stepLine: StepLine?
  /// Nil outside of CI systems, and when quiet.
  private let heartbeat: Heartbeat?
  /// Nil unless quiet.
  private let quietOutput: QuietOutput?

  init(of plan: Plan, on console: Console, in session: Session) {
    self.console = console
    text = PlanText(plan, console: console)
    steps = Dictionary(plan.entries.map { ($0.number, $0.step) }) { $1 }
    sections = LogSections(on: console)
    line = ProgressLine(on: console)
    stepLine = StepLine(on: console)
    uploads = UploadLine(on: console)
    heartbeat = session.pipeline == nil || session.options.quiet ? nil : Heartbeat { console.note($0) }
    quietOutput = session.options.quiet ? QuietOutput() : nil
  }

  /// Ends the log section and the heartbeat. Call it after every run.
  ///
  /// - Parameter isDone: Whether the last entry has succeeded.
  func end(isDone: Bool) {
    endStep(isDone: isDone)
    heartbeat?.end()
  }

  private func endStep(isDone: Bool) {
    if let text = elapsed.end() { console.note(console.styled(text, .faint)) }
    sections.end()
    uploads.clear()
    stepLine?.end(isDone: isDone)
  }

  /// Prints the entry. Folds the output of a command, if the CI system supports it.
  func willPerform(_ entry: Plan.Entry) {
    endStep(isDone: true)
    if stepLine == nil, case .runCommand = entry.effect { elapsed.begin() }
    heartbeat?.begin(text.task(of: entry))
    switch entry.effect.summary.progress {
    case .text(let text):
      for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
        console.note(String(line).escapedForTerminal())
      }
    case .section where sections.begin(text.task(of: entry)): break
    case .line, .section:
      guard let stepLine else { return console.note(console.styled(text.progress(at: entry), .faint)) }
      let isTransient = if case .line = entry.effect.summary.progress { true } else { false }
      stepLine.begin(text.task(of: entry), text.progress(at: entry), isTransient: isTransient)
    case .nothing: break
    }
  }

  func commandDidWrite(_ output: CommandOutput) {
    heartbeat?.sign()
    if let quietOutput { return quietOutput.add(output) }
    stepLine?.clear()
    console.pass(output.lines, from: steps[output.entry] ?? "")
  }

  /// Prints the output of the command that failed, if it was hidden.
  func showOutput(of failure: TransactionFailure) {
    guard let quietOutput, let entry = failure.entry?.number else { return }
    console.pass(quietOutput.lines(of: entry), from: steps[entry] ?? "")
  }

  func warn(_ diagnostic: Diagnostic) {
    stepLine?.clear()
    console.report([diagnostic])
  }

  var showsExportProgress: Bool { line != nil }

  func exportDidAdvance(_ progress: ExportProgress) { line?.show(progress) }

  func exportDidEnd() { line?.clear() }

  /// A line of a terminal shows every step; a log shows each quarter.
  func uploadDidAdvance(_ progress: UploadProgress) {
    heartbeat?.sign()
    uploads.show(progress)
  }

  func didVerify(_ part: AuditedPart) {
    stepLine?.clear()
    console.note("\(part.comparedWith == nil ? "--" : "ok")  \(part.line.escapedForTerminal())")
  }

  func willWait(seconds: Int, reason: String) {
    stepLine?.clear()
    console.noteWait(seconds: seconds, reason: reason)
  }

  func writeOutput(_ bytes: [UInt8]) throws { try Console.writeOutput(bytes) }
}

extension Console {
  /// Prints why the program waits.
  func noteWait(seconds: Int, reason: String) {
    note("waiting \(seconds.of("second")): \(reason.escapedForTerminal())")
  }
}
