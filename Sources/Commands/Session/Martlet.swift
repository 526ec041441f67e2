import Processes
import SystemAPI

/// This program.
enum Martlet {
  /// The version of Martlet, which its own Releasefile raises.
  static let version = "0.1.0"

  /// The path of this executable, to start it again.
  ///
  /// - Parameter environment: With the `PATH` that it was found in.
  /// - Throws: `ProcessError` or `SystemError` if it is not there any more.
  static func program(in environment: [String: String]) throws -> String {
    try SystemFile.realPath(
      of: try Command(CommandLine.arguments.first ?? "martlet", environment: environment).executablePath())
  }
}
