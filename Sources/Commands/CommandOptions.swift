import ArgumentParser

/// What every command takes.
struct CommandOptions: ParsableArguments {
  /// When colour is used.
  enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(
    name: .customShort("C"), help: ArgumentHelp("Work in this folder instead of the current one.", valueName: "dir"),
    completion: .directory)
  var directory: String?

  /// As read from `directory`, as the file of `make -C DIR -f FILE` is.
  @Option(
    help: ArgumentHelp("Read this file instead of the Releasefile at the repository's root.", valueName: "path"),
    completion: .file())
  var file: String?

  @Option(
    name: .customLong("env-file"),
    help: ArgumentHelp("Take variables from this file, before those of the environment.", valueName: "path"),
    completion: .file())
  var environmentFile: String?

  @Flag(help: "Print one JSON object on standard output instead of text.")
  var json = false

  @Flag(name: .customLong("no-input"), help: "Never ask: a question without an answer on the command line is an error.")
  var noInput = false

  @Option(help: "When to use colour.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Say more about what is looked at.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Say nothing but results and errors.")
  var quiet = false
}

/// What commands take that may act.
struct ActionOptions: ParsableArguments {
  @Flag(name: .long, help: "Answer every question whether to go on with yes.")
  var yes = false

  @Flag(name: .customLong("dry-run"), help: "Stop after showing the plan.")
  var dryRun = false

  @Flag(name: .customLong("detailed-exit"), help: "End with 10 when there is nothing to release.")
  var detailedExit = false
}

/// What commands take that plan lanes.
struct AnswerOptions: ParsableArguments {
  @Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "Answer the question of this name ahead, for example version=1.5.0. May be given several times.",
      valueName: "name=value"))
  var answers: [String] = []
}
