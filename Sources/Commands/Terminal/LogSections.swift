import Lanes
import SystemAPI

/// The open section of a CI log. There is at most one at a time.
final class LogSections {
  private let console: Console
  private var open: LogMarkup.Section?
  private var count = 0

  init(on console: Console) {
    self.console = console
  }

  private var now: Int64 { Int64(Date().timeIntervalSince1970) }

  /// Begins a section with `title`, if the CI system supports sections.
  ///
  /// - Returns: whether a section was begun.
  func begin(_ title: String) -> Bool {
    end()
    let section = LogMarkup.Section(title: console.redacted(title).withoutLogCommands(), start: now, number: count + 1)
    guard let line = console.markup?.beginning(of: section) else { return false }
    count += 1
    open = section
    console.logCommand(line)
    return true
  }

  /// Ends the open section, if there is one.
  func end() {
    guard let section = open else { return }
    open = nil
    if let line = console.markup?.end(of: section, at: now) { console.logCommand(line) }
  }
}
