import MartletCore
import Processes

/// Lines of a command's output.
package struct CommandOutput: Equatable, Sendable {
  /// The number of the command's entry.
  package let entry: Int
  /// The lines without line ends and secrets; their bytes need not be UTF-8.
  package let lines: [[UInt8]]
}

/// Reads the output of one command: lines to show at once, and the captured output.
struct CommandOutputReader {
  private let isCaptured: Bool
  private var stream: RedactionStream
  private var splitter = LineSplitter()
  private var captured: [UInt8] = []

  /// The maximum length of the captured output, in bytes.
  static let limit = 1 << 20

  init(isCaptured: Bool, _ redaction: Redaction) {
    self.isCaptured = isCaptured
    stream = RedactionStream(redaction)
  }

  /// Returns the lines to show after `bytes`.
  ///
  /// - Throws: `ProcessError.tooMuchOutput`.
  mutating func lines(of bytes: [UInt8], from source: Command.Stream) throws(ProcessError) -> [[UInt8]] {
    guard isCaptured, source == .output else { return splitter.lines(of: stream.redacted(bytes)) }
    captured += bytes
    guard captured.count <= Self.limit else { throw .tooMuchOutput(limit: Self.limit) }
    return []
  }

  /// Returns the remaining lines at the end of the output.
  mutating func rest() -> [[UInt8]] {
    splitter.lines(of: stream.rest()) + [splitter.rest()].compactMap { $0 }
  }

  /// Returns the captured output without the line feeds at its end, as the shell's `$(…)` does.
  ///
  /// - Throws: `CommandProblem.outputNotText`.
  func output() throws(CommandProblem) -> String {
    var bytes = captured[...]
    while bytes.last == 0x0A { bytes.removeLast() }
    guard let text = String(validUTF8: bytes) else { throw .outputNotText }
    return text
  }
}
