import ArgumentParser
import Git

/// What commands take that may push.
struct TransportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Push through git or libgit2. By default, through git where there is one.", valueName: "way"))
  var transport: TransportKind?
}

extension TransportKind: ExpressibleByArgument {}
