import Execution

/// The end of the output of the current command while `--quiet` hides it, for the report of its failure.
final class QuietOutput {
  /// The maximum number of lines.
  private static let limit = 1000

  private var entry: Int?
  private var output: [[UInt8]] = []

  func add(_ output: CommandOutput) {
    if entry != output.entry { self.output = [] }
    entry = output.entry
    self.output += output.lines
    self.output.removeFirst(max(0, self.output.count - Self.limit))
  }

  /// Returns the output of the command of `entry`, at most its last lines.
  func lines(of entry: Int) -> [[UInt8]] { entry == self.entry ? output : [] }
}
