/// The exit status and output of a program.
package struct CommandResult: Equatable, Sendable {
  /// How a program ended.
  package enum Termination: Equatable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// It ran too long, or wrote nothing for too long, and was stopped.
    case timedOut(after: Duration)
    /// It was stopped because this process must stop because of that signal.
    case interrupted(signal: Int32)
  }

  /// How the program ended.
  package let termination: Termination
  /// The captured standard output; empty when it was not captured.
  package let output: [UInt8]
  /// The captured standard error; empty when it was not captured, or captured together with the output.
  package let errors: [UInt8]

  /// Creates a result from the given parts.
  package init(termination: Termination, output: [UInt8], errors: [UInt8]) {
    self.termination = termination
    self.output = output
    self.errors = errors
  }

  /// Whether it exited with status 0.
  package var succeeded: Bool { termination == .exited(status: 0) }

  /// The output as text, with invalid UTF-8 replaced and without blank lines at its end.
  package var outputText: String { Self.text(output) }

  /// The errors as text, with invalid UTF-8 replaced and without blank lines at their end.
  package var errorText: String { Self.text(errors) }

  private static func text(_ bytes: [UInt8]) -> String {
    var slice = bytes[...]
    while let last = slice.last, [0x0A, 0x0D, 0x20].contains(last) { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self)
  }
}

extension CommandResult.Termination: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .killed(let signal): "killed by \(Signal(signal))"
    case .timedOut(let duration): "timed out after \(duration.inSeconds)"
    case .interrupted(let signal): "interrupted by \(Signal(signal))"
    }
  }
}

extension Duration {
  /// The duration, such as `3 s` or `0.25 s`.
  package var inSeconds: String {
    let (seconds, attoseconds) = components
    guard attoseconds != 0 else { return "\(seconds) s" }
    return "\(Double(seconds) + Double(attoseconds) / 1e18) s"
  }
}
