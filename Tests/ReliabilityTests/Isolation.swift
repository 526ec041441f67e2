import Foundation
import Processes

/// The isolation that the system allows tests.
enum Isolation {
  static let isRoot = geteuid() == 0

  /// Whether a shell can limit the memory of its children; macOS has no such limit.
  static var limitsMemory: Bool {
    let command = Command(
      "sh", ["-c", "ulimit -v 60000 && test \"$(ulimit -v)\" = 60000"],
      environment: ProcessInfo.processInfo.environment)
    return (try? command.run().succeeded) == true
  }

  /// Whether `unshare` works with this option: `--net`, `--mount`.
  static func isThere(_ option: String) -> Bool {
    let command = Command("unshare", [option, "true"], environment: ProcessInfo.processInfo.environment)
    return (try? command.run().succeeded) == true
  }
}
