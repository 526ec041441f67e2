import Execution
import Lanes
import MartletCore

/// A reporter that calls closures.
struct CallbackReporter: RunReporter {
  private let entry: (Plan.Entry) -> Void
  private let output: (CommandOutput) -> Void
  private let warning: (Diagnostic) -> Void
  private let wait: () -> Void

  init(
    willPerform: @escaping (Plan.Entry) -> Void = { _ in },
    commandDidWrite: @escaping (CommandOutput) -> Void = { _ in }, warn: @escaping (Diagnostic) -> Void = { _ in },
    willWait: @escaping () -> Void = {}
  ) {
    (entry, output, warning, wait) = (willPerform, commandDidWrite, warn, willWait)
  }

  func willPerform(_ entry: Plan.Entry) { self.entry(entry) }
  func commandDidWrite(_ output: CommandOutput) { self.output(output) }
  func warn(_ diagnostic: Diagnostic) { warning(diagnostic) }
  func willWait(seconds: Int, reason: String) { wait() }
}
