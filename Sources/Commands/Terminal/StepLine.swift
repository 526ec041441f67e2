/// The line of the step that a run performs at a terminal, which becomes one with its result.
final class StepLine {
  private let console: Console
  private let elapsed = ElapsedTime()
  private var task: String?
  private var isShown = false

  /// Returns nil without a terminal.
  init?(on console: Console) {
    guard console.canShowLine else { return nil }
    self.console = console
  }

  /// - Parameter isTransient: Whether nothing else is printed during the step.
  func begin(_ task: String, _ text: String, isTransient: Bool) {
    self.task = task
    elapsed.begin()
    isShown = isTransient
    guard isTransient else { return console.note(console.styled(text, .faint)) }
    // A line that the terminal wraps could not be removed.
    console.showLine(console.styled(String(console.redacted(text).prefix((console.errorWidth ?? 80) - 1)), .faint))
  }

  /// Removes the line, as other text follows.
  func clear() {
    if isShown { console.showLine("") }
    isShown = false
  }

  /// Prints the result of the step, with its time if it was slow.
  func end(isDone: Bool) {
    guard let task else { return }
    clear()
    let time = elapsed.end().map { ", \($0)" } ?? ""
    console.note("\(isDone ? console.styled("✓", .success) : console.styled("✗", .failure)) \(task)\(time)")
    self.task = nil
  }
}
