import ArgumentParser
import Execution

/// The options of commands that use remotes.
struct TransportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The longest time without progress of a remote. The default is 60 seconds.", valueName: "seconds"))
  var timeout: Int?

  func validate() throws {
    guard let timeout, !(1...86_400).contains(timeout) else { return }
    throw ValidationError("`--timeout` is `\(timeout)`, expected a number of seconds from 1 to 86400")
  }

  /// Sets the timeout of `workspace`.
  func configure(_ workspace: Workspace) {
    if let timeout { workspace.stallTimeout = .seconds(timeout) }
  }
}
