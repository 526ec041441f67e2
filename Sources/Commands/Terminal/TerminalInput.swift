import Execution
import Processes
import SystemAPI

/// Lines that the user types.
enum TerminalInput {
  /// Returns the next line of standard input, without its line end; nil at the end of the input.
  ///
  /// - Throws: `ExecutionError.interrupted` when a signal arrives before the line is complete.
  static func next(orUntil interruption: Interruption) throws -> String? {
    var line: [UInt8] = []
    while true {
      if let signal = interruption.signal(beforeReading: STDIN_FILENO) {
        throw ExecutionError.interrupted(signal: signal)
      }
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// Discards what was typed before a prompt: it cannot be the answer.
  static func discardTypeAhead() { tcflush(STDIN_FILENO, TCIFLUSH) }

  /// Performs `ask` with terminal echo off. Echo is off before the prompt appears, so that no character of the answer
  /// is shown, and is restored when the call returns.
  static func hidden(_ ask: () throws -> String) throws -> String {
    var shown = termios()
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return try ask() }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      try? WritableStream.errors.write("\n")
    }
    return try ask()
  }
}
