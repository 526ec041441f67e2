import Processes
import TextEditing

/// Lines that a command wrote.
package struct CommandOutput: Equatable, Sendable {
  /// The number of the entry whose command it is.
  package let entry: Int
  /// Without their ends, free of secrets; as for the rest, whatever bytes the command wrote.
  package let lines: [[UInt8]]
}

/// What one command writes: lines that are shown as they come, and the output that is kept if it is captured.
struct CommandHearing {
  private let isCaptured: Bool
  private var stream: RedactionStream
  private var cutter = LineCutter()
  private var captured: [UInt8] = []

  /// How many bytes of captured output are kept.
  static let limit = 1 << 20

  init(isCaptured: Bool, _ redaction: Redaction) {
    self.isCaptured = isCaptured
    stream = RedactionStream(redaction)
  }

  /// The lines to show after `bytes`.
  ///
  /// - Throws: `ProcessError.tooMuchOutput`.
  mutating func lines(of bytes: [UInt8], from source: Command.Stream) throws(ProcessError) -> [[UInt8]] {
    guard isCaptured, source == .output else { return cutter.lines(of: stream.redacted(bytes)) }
    captured += bytes
    guard captured.count <= Self.limit else { throw .tooMuchOutput(limit: Self.limit) }
    return []
  }

  /// The lines to show when all has been heard.
  mutating func rest() -> [[UInt8]] {
    cutter.lines(of: stream.rest()) + [cutter.rest()].compactMap { $0 }
  }

  /// The captured output, less the line feeds at its end, which `$(…)` drops, too.
  ///
  /// - Throws: `CommandProblem.outputNotText`.
  func output() throws(CommandProblem) -> String {
    var bytes = captured[...]
    while bytes.last == 0x0A { bytes.removeLast() }
    guard let text = String(validUTF8: bytes) else { throw .outputNotText }
    return text
  }
}
