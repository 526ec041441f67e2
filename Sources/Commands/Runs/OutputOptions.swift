import ArgumentParser

/// The options of commands that run lanes.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write martlet.env and martlet-result.json to this folder at the end of the run.", valueName: "dir"))
  var outputs: String?
}
