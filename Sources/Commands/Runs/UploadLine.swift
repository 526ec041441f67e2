import Execution
import MartletCore

/// The progress of an upload: a bar on one line of a terminal, otherwise a line for each quarter of a large file.
final class UploadLine {
  private let console: Console
  private var current = ""
  private var shownPart = -1
  private var isShown = false

  /// Uploads below this size, in bytes, are too short for progress lines in a log.
  private static let largeSize = 10_000_000
  private static let barWidth = 24

  init(on console: Console) {
    self.console = console
  }

  func show(_ progress: UploadProgress) {
    guard progress.totalCount > 0 else { return }
    if progress.name != current { (current, shownPart) = (progress.name, -1) }
    let percent = progress.sentCount * 100 / progress.totalCount
    let part = console.canShowLine ? percent : percent / 25 * 25
    guard part > shownPart else { return }
    shownPart = part
    if console.canShowLine {
      console.showLine(Self.bar(progress, percent: percent))
      isShown = true
    } else if progress.totalCount >= Self.largeSize, part > 0 {
      console.note("\(progress.name.escapedForTerminal()): \(part)%")
    }
  }

  /// Removes the line.
  func clear() {
    if isShown { console.showLine("") }
    isShown = false
  }

  /// Such as `App.zip [######······]  50%  6.0 of 12.0 MB`.
  private static func bar(_ progress: UploadProgress, percent: Int) -> String {
    let filled = barWidth * percent / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: barWidth - filled)
    return "\(progress.name.escapedForTerminal()) [\(bar)] \(percent)%  \(progress.totalCount.byteCount)"
  }
}
