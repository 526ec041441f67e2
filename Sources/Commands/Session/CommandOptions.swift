import ArgumentParser

/// The options that every command accepts.
///
/// Groups of options are not nested: in a debug build, ArgumentParser validates a nested group again for each check of
/// the outer one, which took half of the time of a command.
struct CommonOptions: ParsableArguments {
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

  @Option(help: "When to use colour.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Print more details.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Print only results and errors, with the output of a command that fails.")
  var quiet = false
}

/// The option of commands with a result for programs.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Print one JSON object on standard output instead of text.")
  var json = false
}

/// The option of commands that prompt, or that contact a remote whose credentials git may prompt for. Other commands
/// accept it, too, so that a script can pass it to every command.
struct PromptOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-input"), help: "Never prompt: a prompt that the command line does not answer is an error.")
  var noInput = false
}

/// The values of the options above.
struct CommandOptions {
  var directory: String?
  var file: String?
  var environmentFile: String?
  var json = false
  var noInput = false
  var color = ColorChoice.auto
  var verbose = false
  var quiet = false
}

extension CommandOptions {
  init(_ common: CommonOptions, _ report: ReportOptions, _ prompt: PromptOptions) {
    self.init(
      directory: common.directory, file: common.file, environmentFile: common.environmentFile, json: report.json,
      noInput: prompt.noInput, color: common.color, verbose: common.verbose, quiet: common.quiet)
  }
}

extension Console {
  init(_ options: CommandOptions, environment: [String: String]) {
    self.init(options.color, isQuiet: options.quiet, isVerbose: options.verbose, environment)
  }
}

extension ColorChoice: ExpressibleByArgument {}

/// A command with these options.
protocol ProjectCommand: ParsableCommand {
  var report: ReportOptions { get }
  var prompt: PromptOptions { get }
  var common: CommonOptions { get }
}

extension ProjectCommand {
  var options: CommandOptions { CommandOptions(common, report, prompt) }
}
