import Essentials
import Pipelines

/// The part of a log that is being written, at most one at a time.
final class LogSections {
  private let console: Console
  private var open: LogMarkup.Section?
  private var count = 0

  init(on console: Console) {
    self.console = console
  }

  private var now: Int64 { Int64(Date().timeIntervalSince1970) }

  /// Begins a part of that title, where the log can be folded.
  ///
  /// - Returns: whether it can.
  func begin(_ title: String) -> Bool {
    end()
    let section = LogMarkup.Section(title: console.redacted(title).withoutLogOrders(), start: now, number: count + 1)
    guard let line = console.markup?.beginning(of: section) else { return false }
    count += 1
    open = section
    console.order(line)
    return true
  }

  /// Ends the part, if there is one.
  func end() {
    guard let section = open else { return }
    open = nil
    if let line = console.markup?.end(of: section, at: now) { console.order(line) }
  }
}
