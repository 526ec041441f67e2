import ArgumentParser
import TextEditing

/// The command line of Martlet.
package struct MartletCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "martlet",
    abstract: "Release automation for Swift projects.",
    usage: "martlet <command> [options]\nmartlet --version",
    discussion: """
      Examples:
        martlet version                      what the project's version is
        martlet bump minor                   raise it in every manifest
        martlet init                         write a Releasefile for the project
        martlet plan release                 show what a lane would do, exactly
        martlet run release                  do it
        martlet doctor                       look for what would keep it from working
        martlet help tag                     what a command, a step or a failure is
        martlet export v1.4.2 -o cool.tar.gz the tree of a commit, as an archive

      Exit status:
         0  done, or nothing to do
         1  failed, nothing public has changed
         2  declined
         3  failed after something became public
         4  the remote did not accept the credentials
         5  somebody else's tag, or commits on the branch, are in the way
        10  nothing to release, where --detailed-exit asks for it
        64  the command line cannot be understood
        75  another run holds the lock
        78  the Releasefile is wrong or missing
       129  and more: asked to stop by a signal, nothing public has changed
      """,
    subcommands: [
      InitCommand.self,
      VersionCommand.self,
      BumpCommand.self,
      RunCommand.self,
      PlanCommand.self,
      ResumeCommand.self,
      UndoCommand.self,
      StatusCommand.self,
      LogCommand.self,
      LanesCommand.self,
      ExportCommand.self,
      VerifyCommand.self,
      CheckCommand.self,
      ChangelogCommand.self,
      NotesCommand.self,
      ChangeCommand.self,
      CICommand.self,
      DoctorCommand.self,
      ConfigCommand.self,
      StepsCommand.self,
      SchemaCommand.self,
      ExplainCommand.self,
      CompletionCommand.self,
      ManualCommand.self,
    ])

  package init() {}

  /// Does what the words of the command line say, and says what went wrong.
  ///
  /// - Parameter words: Without the program's name.
  /// - Returns: the exit status of the process.
  package static func exitStatus(of words: [String]) -> Int32 {
    // An option of the library's would be one of every command, and there it would be taken for the project's version.
    if words == ["--version"] { return status(ofPrinting: Martlet.version, by: Console.print(line:)) }
    // The library would read the command line several times before, and write the page twice.
    if [[], ["-h"], ["--help"]].contains(words) {
      return status(ofPrinting: helpMessage().withoutLastLineEnd, by: Console.print(line:))
    }
    let environment = Session.processEnvironment
    var console = Console(environment: environment)
    do {
      var command = try parseAsRoot(Arguments.arranged(words, commands: names, topics: topics))
      if let command = command as? any ProjectCommand { console = Console(command.options, environment: environment) }
      try command.run()
      return ExitStatus.done.rawValue
    } catch let error as any ExplainedError {
      return status(of: error.failure, console)
    } catch {
      return status(ofRequest: error, words, console)
    }
  }

  /// The command that the first word with a command's name stands for; nil when there is none.
  private static func command(in words: [String]) -> (any ParsableCommand.Type)? {
    words.lazy.compactMap { word in configuration.subcommands.first { $0.configuration.commandName == word } }.first
  }

  private static func status(of failure: Failure, _ console: Console) -> Int32 {
    // Whoever stopped reading knows.
    guard failure.exit != .brokenPipe else { return failure.exit.rawValue }
    console.report(failure.diagnostics)
    if let code = failure.code { console.show("more: martlet explain \(code.rawValue)") }
    return failure.exit.rawValue
  }

  /// The status of a command that says `text` and no more.
  private static func status(ofPrinting text: String, by print: (String) throws -> Void) -> Int32 {
    do {
      try print(text)
      return ExitStatus.done.rawValue
    } catch {
      return status(of: Failure(of: error), Console(environment: Session.processEnvironment))
    }
  }

  /// Help and version are asked for and go to standard output; what cannot be understood is an error; and a status
  /// alone has been explained already.
  private static func status(ofRequest error: any Error, _ words: [String], _ console: Console) -> Int32 {
    let code = exitCode(for: error)
    let message = message(for: error)
    if code == .success {
      return status(ofPrinting: message.withoutLastLineEnd, by: console.print)
    } else if code == .validationFailure {
      // `check` behind `config` is a subcommand.
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

extension String {
  fileprivate var withoutLastLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}

/// A command that works in a project, and takes what all of these take.
protocol ProjectCommand: ParsableCommand {
  var options: CommandOptions { get }
}
