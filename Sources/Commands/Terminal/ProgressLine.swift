import Execution

/// The progress of an export on one line of a terminal.
final class ProgressLine {
  private let console: Console
  private let start = ContinuousClock.now
  private var lastTime: ContinuousClock.Instant?
  private var isShown = false

  /// The shortest time between two updates.
  private static let pause = Duration.milliseconds(100)

  /// Returns nil without a terminal.
  init?(on console: Console) {
    guard console.canShowLine else { return nil }
    self.console = console
  }

  /// Shows `progress`, unless the last update was less than `pause` ago.
  func show(_ progress: ExportProgress) {
    let now = ContinuousClock.now
    if let lastTime, lastTime.duration(to: now) < Self.pause { return }
    lastTime = now
    isShown = true
    console.showLine(Self.text(progress, seconds: start.duration(to: now) / .seconds(1)))
  }

  /// Removes the line.
  func clear() {
    if isShown { console.showLine("") }
    isShown = false
  }

  /// Returns text such as `1204 of 3015 files, 18.2 MB, 61.0 MB/s, 2 s left`.
  static func text(_ progress: ExportProgress, seconds: Double) -> String {
    let megabytes = Double(progress.byteCount) / 1_000_000
    var parts = [
      "\(progress.entryCount)\(progress.totalCount.map { " of \($0)" } ?? "") files", "\(rounded(megabytes)) MB",
    ]
    if seconds > 0 { parts.append("\(rounded(megabytes / seconds)) MB/s") }
    if let total = progress.totalCount, progress.entryCount > 0, total >= progress.entryCount {
      let left = seconds / Double(progress.entryCount) * Double(total - progress.entryCount)
      parts.append("\(Int(left.rounded(.up))) s left")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns `number` with one decimal.
  private static func rounded(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
