import ArgumentParser
import MartletCore
import Processes

/// The command line of Martlet.
package struct MartletCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "martlet",
    abstract: "Release automation for Swift projects.",
    usage: "martlet <command> [options]\nmartlet --version",
    discussion: """
      Examples:
        martlet version                      print the project's version
        martlet bump minor                   raise it in every manifest
        martlet init                         write a Releasefile for the project
        martlet plan release                 show exactly what a lane would do
        martlet run release                  run the lane
        martlet doctor                       find problems that would block a release
        martlet help tag                     explain a command, step or error code
        martlet export v1.4.2 -o cool.tar.gz archive the files of a commit

      `martlet help releasefile`, `variables`, `if` and `hooks` explain the Releasefile, `words` the words of Martlet.
      `martlet help steps`, `keys`, `errors` and `templates` list those.
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Release",
        subcommands: [
          InitCommand.self, CheckCommand.self, DoctorCommand.self, PlanCommand.self, RunCommand.self,
          StatusCommand.self, FinishCommand.self, UndoCommand.self, ProposeCommand.self, VerifyCommand.self,
          AnnounceCommand.self,
        ]),
      CommandGroup(
        name: "Version and changes", subcommands: [VersionCommand.self, BumpCommand.self, ChangelogCommand.self]),
      CommandGroup(
        name: "Files and settings", subcommands: [ExportCommand.self, ConfigCommand.self]),
      CommandGroup(
        name: "Reference",
        subcommands: [HelpCommand.self, SchemaCommand.self, CompletionCommand.self, ManualCommand.self]),
    ])

  /// The meaning of each exit status, for the end of the help page and for the manual page.
  static let exitStatuses = """
    Exit status:
       0  done, or nothing to do
       1  failed, nothing public has changed
       2  declined
       3  failed after something became public
       4  credentials are missing, or were not accepted
       5  conflict with a tag, or with commits of the remote branch
      10  nothing to release, with --detailed-exit
      64  invalid command line
      75  another run holds the lock
      78  invalid or missing Releasefile
     129  and above: 128 plus the signal that stopped the run, nothing is public
    """

  package init() {}

  /// Runs the command line, and prints the errors.
  ///
  /// - Parameter words: The arguments, without the program's name.
  /// - Returns: the exit status of the process.
  package static func exitStatus(of words: [String]) -> Int32 {
    // ArgumentParser would add `--version` to every command, where it could be mistaken for the project's version.
    if words == ["--version"] { return status(ofPrinting: Martlet.version, by: Console.print(line:)) }
    // ArgumentParser would parse the command line several times, and print the page twice.
    if [[], ["-h"], ["--help"], ["help"]].contains(words) {
      return status(ofPrinting: "\(helpMessage())\n\(exitStatuses)", by: Console.print(line:))
    }
    let environment = Session.processEnvironment
    var console = Console(environment: environment)
    do {
      var command = try parseAsRoot(Arguments.arranged(words, commands: names))
      if let command = command as? any ProjectCommand { console = Console(command.options, environment: environment) }
      let trace = environment["MARTLET_TRACE"] == "1" ? ProgramTrace(reportingTo: console.trace) : nil
      try ProgramTrace.$current.withValue(trace) { try command.run() }
      return ExitStatus.done.rawValue
    } catch let error as any ExplainedError {
      return status(of: error.failure, console)
    } catch {
      return status(ofRequest: error, words, console)
    }
  }

  /// Prints that the arguments of the process cannot be read, and returns the exit status.
  package static func exitStatusWithoutArguments() -> Int32 {
    status(of: .unreadableArguments, Console(environment: Session.processEnvironment))
  }

  /// Returns the command of the first argument that is a command's name; nil when there is none.
  private static func command(in words: [String]) -> (any ParsableCommand.Type)? {
    words.lazy.compactMap { word in configuration.subcommands.first { $0.configuration.commandName == word } }.first
  }

  private static func status(of failure: Failure, _ console: Console) -> Int32 {
    // The reader closed the pipe itself.
    guard failure.exit != .brokenPipe else { return failure.exit.rawValue }
    console.report(failure.diagnostics)
    if let code = failure.code { console.show("more: martlet help \(code.rawValue)") }
    return failure.exit.rawValue
  }

  /// Prints `text` and returns the exit status.
  private static func status(ofPrinting text: String, by print: (String) throws -> Void) -> Int32 {
    do {
      try print(text)
      return ExitStatus.done.rawValue
    } catch {
      return status(of: Failure(of: error), Console(environment: Session.processEnvironment))
    }
  }

  /// Handles an error of ArgumentParser: prints help and version on standard output, and usage errors as errors. For an
  /// exit status alone, everything was printed already.
  private static func status(ofRequest error: any Error, _ words: [String], _ console: Console) -> Int32 {
    let code = exitCode(for: error)
    let message = message(for: error)
    if code == .success {
      return status(ofPrinting: message.withoutLastLineEnd, by: console.print)
    } else if code == .validationFailure {
      // `check` after `config` is a subcommand.
      let command = command(in: words)?.configuration
      let subcommand = command?.subcommands.map { $0.configuration }.first { words.contains($0.commandName ?? "") }
      let name = [command, subcommand].compactMap { $0?.commandName }.joined(separator: " ")
      return status(
        of: UsageError(
          message, command: name.isEmpty ? nil : name, usage: (subcommand ?? command ?? configuration).usage
        ).failure,
        console)
    } else if !message.isEmpty {
      return status(of: Failure(message), console)
    }
    return code.rawValue
  }
}

extension Failure {
  fileprivate static let unreadableArguments = Failure(
    "the arguments of the program cannot be read from `/proc/self/cmdline`",
    hint: "mount the folder: `mount -t proc proc /proc`")
}

extension String {
  fileprivate var withoutLastLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
