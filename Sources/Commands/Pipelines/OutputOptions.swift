import ArgumentParser

/// What commands take that carry out lanes.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write martlet.env and martlet-result.json into this folder when the run is over.", valueName: "dir"))
  var outputs: String?
}
