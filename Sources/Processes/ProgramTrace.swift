/// Reports all programs that this process starts while it is the current one.
package final class ProgramTrace: @unchecked Sendable {
  /// Nil if no program is reported.
  @TaskLocal package static var current: ProgramTrace?

  private let monitor = Monitor()
  /// Used only with `monitor`.
  private var report: (String) -> Void

  /// - Parameter report: Receives a line for each program.
  package init(reportingTo report: @escaping (String) -> Void) { self.report = report }

  /// Makes another function receive the lines from now on.
  package func report(to report: @escaping (String) -> Void) { monitor.withLock { self.report = report } }

  /// Reports a program that has ended: its time, arguments and result.
  func note(_ command: Command, _ start: ContinuousClock.Instant, _ termination: CommandResult.Termination?) {
    let words = ([command.program] + command.arguments).map(Self.shown).joined(separator: " ")
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let end = termination.map { "\($0)" } ?? "not started"
    monitor.withLock { report("trace: \(Int(milliseconds)) ms: \(words): \(end)") }
  }

  /// Returns the argument without the user and the password of an address.
  private static func shown(_ word: String) -> String {
    var text = word
    if let scheme = word.firstRange(of: "://") {
      let host = word[scheme.upperBound...].prefix { $0 != "/" }
      if let at = host.lastIndex(of: "@") { text = "\(word[..<scheme.upperBound])\(word[word.index(after: at)...])" }
    }
    return text.isEmpty || text.contains(" ") ? "'\(text)'" : text
  }
}
