import ArgumentParser
import Execution
import Git

/// What commands take that talk to remotes.
struct TransportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Push through git or libgit2. By default, through git where there is one.", valueName: "way"))
  var transport: TransportKind?

  @Option(
    help: ArgumentHelp("How long a remote may show no progress. By default, 60 seconds.", valueName: "seconds"))
  var timeout: Int?

  func validate() throws {
    guard let timeout, !(1...86_400).contains(timeout) else { return }
    throw ValidationError("`--timeout` is `\(timeout)`, expected a number of seconds from 1 to 86400")
  }

  /// Has `workspace` talk to its remotes in this way.
  func configure(_ workspace: Workspace) {
    workspace.transportKind = transport
    if let timeout { workspace.networkSilence = .seconds(timeout) }
  }
}

extension TransportKind: ExpressibleByArgument {}
