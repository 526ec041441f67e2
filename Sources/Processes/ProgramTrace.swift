import SystemAPI

/// The list of all programs that this process starts, on standard error, with `MARTLET_TRACE=1`.
enum ProgramTrace {
  private static let isOn = getenv("MARTLET_TRACE").map { String(cString: $0) } == "1"

  /// Writes a line for a program that has ended: its time, arguments and result.
  static func note(_ command: Command, _ start: ContinuousClock.Instant, _ termination: CommandResult.Termination?) {
    guard isOn else { return }
    let words = ([command.program] + command.arguments).map(shown).joined(separator: " ")
    let milliseconds = (ContinuousClock.now - start).components.attoseconds / 1_000_000_000_000_000
    let seconds = (ContinuousClock.now - start).components.seconds
    let end = termination.map { "\($0)" } ?? "not started"
    // A closed standard error does not stop the program.
    try? SystemFile.write(
      Array("trace: \(seconds * 1000 + milliseconds) ms: \(words): \(end)\n".utf8), to: STDERR_FILENO)
  }

  /// The argument without the user and the password of an address, and without control characters.
  private static func shown(_ word: String) -> String {
    var text = word
    if let scheme = word.firstRange(of: "://") {
      let host = word[scheme.upperBound...].prefix { $0 != "/" }
      if let at = host.lastIndex(of: "@") { text = "\(word[..<scheme.upperBound])\(word[word.index(after: at)...])" }
    }
    let safe = text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\\u{\($0.value)}" : String($0) }.joined()
    return safe.isEmpty || safe.contains(" ") ? "'\(safe)'" : safe
  }
}
