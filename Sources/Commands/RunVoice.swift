import Execution
import Lanes

/// What is said while the entries of a plan are done.
struct RunVoice {
  private let text: PlanText
  private let console: Console
  private let steps: [Int: String]
  private let sections: LogSections
  /// Only where a CI system waits, and nobody has asked for quiet.
  private let heartbeat: Heartbeat?

  init(of plan: Plan, on console: Console, in session: Session) {
    self.console = console
    text = PlanText(plan, console: console)
    steps = Dictionary(plan.entries.map { ($0.number, $0.step) }) { $1 }
    sections = LogSections(on: console)
    heartbeat = session.pipeline == nil || session.options.quiet ? nil : Heartbeat { console.note($0) }
  }

  /// Ends what is open. To be called in the end, however the plan was done.
  func end() {
    sections.end()
    heartbeat?.end()
  }

  var watcher: RunWatcher {
    let line = ProgressLine(on: console)
    var watcher = RunWatcher {
      begin($0)
    } commandDidWrite: { output in
      heartbeat?.sign()
      console.pass(output.lines, from: steps[output.entry] ?? "")
    } warn: { diagnostic in
      console.report([diagnostic])
    }
    if let line { watcher.exportDidAdvance = { line.show($0) } }
    watcher.exportDidEnd = { line?.clear() }
    watcher.writeOutput = Console.writeOutput
    return watcher
  }

  /// What a command writes is folded, where the log can be.
  private func begin(_ entry: Plan.Entry) {
    sections.end()
    heartbeat?.begin(text.task(of: entry))
    switch entry.effect {
    case .showMessage(let message): console.note(message.escapedForTerminal())
    case .runCommand where sections.begin(text.task(of: entry)): break
    case .createCommit, .createTag, .pushRefs, .writeArchive, .runCommand:
      console.note(console.styled(text.progress(at: entry), .faint))
    case .writeFile: break
    }
  }
}
