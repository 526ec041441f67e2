import Foundation
import Processes

/// What the system lets tests do to themselves.
enum Isolation {
  static let isRoot = geteuid() == 0

  /// Whether `unshare` works with this option: `--net`, `--mount`.
  static func isThere(_ option: String) -> Bool {
    let command = Command("unshare", [option, "true"], environment: ProcessInfo.processInfo.environment)
    return (try? command.run().succeeded) == true
  }
}
