import ArgumentParser

/// The options of a command that works in a project and may prompt.
struct CommandOptions: ParsableArguments {
  @OptionGroup var project: ProjectOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var log: LogOptions
}

/// The options of a command that works in a project and neither prompts nor contacts a remote. The hidden option is
/// accepted, so that a script can pass it to every command.
struct LocalOptions: ParsableArguments {
  @OptionGroup var project: ProjectOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var log: LogOptions

  var all: CommandOptions { CommandOptions(project, report, prompt, log) }
}

/// The options of a command that prints a part of the reference. The hidden options are accepted.
struct ReferenceOptions: ParsableArguments {
  @OptionGroup(visibility: .hidden) var project: ProjectOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup(visibility: .hidden) var log: LogOptions

  var all: CommandOptions { CommandOptions(project, report, prompt, log) }
}

/// The options that select a project.
struct ProjectOptions: ParsableArguments {
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
}

/// The option of commands with a result for programs.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Print one JSON object on standard output instead of text.")
  var json = false
}

/// The option of commands that prompt, or that contact a remote whose credentials git may prompt for.
struct PromptOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-input"), help: "Never prompt: a prompt that the command line does not answer is an error.")
  var noInput = false
}

/// The options of the printed text.
struct LogOptions: ParsableArguments {
  /// When to use colour.
  enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(help: "When to use colour.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Print more details.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Print only results and errors, with the output of a command that fails.")
  var quiet = false
}

extension CommandOptions {
  fileprivate init(_ project: ProjectOptions, _ report: ReportOptions, _ prompt: PromptOptions, _ log: LogOptions) {
    self.init()
    (self.project, self.report, self.prompt, self.log) = (project, report, prompt, log)
  }

  var directory: String? {
    get { project.directory }
    set { project.directory = newValue }
  }

  var json: Bool {
    get { report.json }
    set { report.json = newValue }
  }

  var quiet: Bool {
    get { log.quiet }
    set { log.quiet = newValue }
  }

  var file: String? { project.file }
  var environmentFile: String? { project.environmentFile }
  var noInput: Bool { prompt.noInput }
  var color: LogOptions.ColorChoice { log.color }
  var verbose: Bool { log.verbose }
}
