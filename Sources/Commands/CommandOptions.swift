import ArgumentParser

/// The options of every command.
struct CommandOptions: ParsableArguments {
  /// When to use colour.
  enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(
    name: .customShort("C"), help: ArgumentHelp("Work in this folder instead of the current one.", valueName: "dir"),
    completion: .directory)
  var directory: String?

  /// Relative to `directory`, like the file in `make -C DIR -f FILE`.
  @Option(
    help: ArgumentHelp("Read this file instead of the Releasefile at the repository's root.", valueName: "path"),
    completion: .file())
  var file: String?

  @Option(
    name: .customLong("env-file"),
    help: ArgumentHelp("Read variables from this file; they override the environment.", valueName: "path"),
    completion: .file())
  var environmentFile: String?

  @Flag(help: "Print one JSON object on standard output instead of text.")
  var json = false

  @Flag(
    name: .customLong("no-input"), help: "Never prompt: a prompt that the command line does not answer is an error.")
  var noInput = false

  @Option(help: "When to use colour.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Print more details.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Print only results and errors, with the output of a command that fails.")
  var quiet = false
}

/// The options of commands that change something.
struct ActionOptions: ParsableArguments {
  @Flag(name: [.customShort("y"), .long], help: "Answer yes to every confirmation.")
  var yes = false

  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Print the plan and stop.")
  var dryRun = false

  @Flag(name: .customLong("detailed-exit"), help: "Exit with status 10 when there is nothing to release.")
  var detailedExit = false
}

/// The options of commands that plan lanes.
struct AnswerOptions: ParsableArguments {
  @Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "Answer a prompt in advance, for example version=1.5.0. Repeatable.",
      valueName: "name=value"))
  var answers: [String] = []
}
