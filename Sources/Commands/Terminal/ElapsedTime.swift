/// The time that the current command of a run has taken, printed when the command was slow.
final class ElapsedTime {
  private static let threshold = Duration.seconds(10)
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant?

  func begin() { start = clock.now }

  /// Ends the measurement.
  ///
  /// - Returns: The text to print, such as `took 1 min 12 s`; nil for a fast command, or when nothing was begun.
  func end() -> String? {
    defer { start = nil }
    return start.flatMap { Self.text(of: $0.duration(to: clock.now)) }
  }

  /// Returns the text for `duration`; nil below ten seconds.
  static func text(of duration: Duration) -> String? {
    guard duration >= threshold else { return nil }
    let seconds = duration.components.seconds
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    return "took " + parts.drop { $0.0 == 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
