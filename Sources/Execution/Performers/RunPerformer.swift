import Git
import Lanes
import MartletCore
import Processes
import SystemAPI

/// Runs a program of the user. Only the user can find out whether it has run.
///
/// Its environment is the user's without tokens, with the facts and the variables of the step. It has no input and its own session, so
/// that it can be stopped with all its child processes.
struct RunPerformer: EffectPerformer {
  let run: CommandRun

  /// Shell builtins that are easily mistaken for programs.
  private static let shellBuiltins: Set = [
    "alias", "cd", "eval", "exec", "exit", "export", "set", "source", "trap", "unset",
  ]

  /// Messages contain only the program's name: the arguments may contain captured output.
  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    let command = command(in: workspace, secrets: [:])
    if let directory = run.directory, let path = command.directory, !FileManager.default.fileExists(atPath: path),
      !pending.files.contains(where: { $0.string.hasPrefix("\(directory)/") })
    {
      throw ExecutionError.command(command.program, .noDirectory(directory.string))
    }
    if !command.program.contains("/"), !command.canBeFound {
      throw ExecutionError.command(command.program, problem(.programNotFound(command.program), of: command))
    }
  }

  func verifyForecast(in workspace: Workspace, after pending: inout PendingChanges) {}
  var aspects: Expectation.Aspects { .project }

  func prepare(in workspace: Workspace, _ state: RunState) -> any PreparedEffect {
    PreparedAction(run.isOutward ? .outwardCommand(run.line) : .nothing) { try perform(in: workspace, &$0) }
  }

  private func perform(in workspace: Workspace, _ state: inout RunState) throws {
    let secrets = state.secrets.byEntry[state.entry] ?? [:]
    let command = command(in: workspace, secrets: secrets)
    let redaction = Redaction(
      of: state.secrets.known + secrets.values + workspace.environment.secrets, environment: command.environment)
    warnOfShort(secrets, state)
    do {
      let output = try output(of: command, redaction, state)
      if run.isCaptured {
        state.outcome.output = output
        if redaction.redacted(output) != output { state.secretOutputs.insert(state.entry) }
      }
      if !run.outputs.isEmpty {
        state.outcome.files = try run.outputs.map { path in
          CommittedFile(path, .init(of: try workspace.disk.contents(at: path)))
        }
      }
      if run.changes.contains(.head) { state.outcome.head = try workspace.head() }
      if let patterns = run.artifacts {
        state.outcome.artifacts = try BuiltArtifacts(patterns, in: workspace).keep(in: state.folder)
      }
    } catch let problem as CommandProblem {
      throw ExecutionError.command(redaction.redacted(run.line), problem)
    }
  }

  /// Runs the command, prints its output line by line, and checks how it ended.
  ///
  /// - Returns: The captured output.
  /// - Throws: `CommandProblem`, `ExecutionError.interrupted`.
  private func output(of command: Command, _ redaction: Redaction, _ state: RunState) throws -> String {
    var reader = CommandOutputReader(isCaptured: run.isCaptured, redaction)
    func show(_ lines: [[UInt8]]) {
      if !lines.isEmpty { state.reporter.commandDidWrite(CommandOutput(entry: state.entry, lines: lines)) }
    }
    let termination: CommandResult.Termination
    do {
      defer { show(reader.rest()) }
      termination = try command.run { stream, bytes throws(ProcessError) in
        show(try reader.lines(of: bytes, from: stream))
      }
    } catch {
      throw problem(error, of: command)
    }
    if case .interrupted(let signal) = termination { throw ExecutionError.interrupted(signal: signal) }
    guard case .exited(let status) = termination, run.allowedStatuses.contains(status) else {
      throw CommandProblem.ended(termination, allowed: run.allowedStatuses)
    }
    return try reader.output()
  }

  private func warnOfShort(_ secrets: [String: Secret], _ state: RunState) {
    for (variable, secret) in secrets.sorted(by: { $0.key < $1.key }) where SecretForms.areTooShort(of: secret.exposed)
    {
      state.reporter.warn(
        Diagnostic(
          "the secret in `\(variable)` is shorter than \(SecretForms.minimumLength) characters, so it is "
            + "not masked in command output", severity: .warning))
    }
  }
}

// MARK: The command and its errors

extension RunPerformer {
  private func command(in workspace: Workspace, secrets: [String: Secret]) -> Command {
    let environment = workspace.commandEnvironment.merging(run.environment) { $1 }.merging(secrets.mapValues(\.exposed))
    { $1 }
    let directory = run.directory.map { "\(workspace.root)/\($0)" } ?? workspace.root
    var command =
      switch run.words {
      case .vector(let words):
        Command(words.first ?? "", Array(words.dropFirst()), environment: environment, directory: directory)
      case .shell(let script): Command("/bin/sh", ["-c", script], environment: environment, directory: directory)
      }
    command.streams = run.isCaptured ? .captured : .capturedTogether
    command.timeout = run.timeout.map { .seconds($0) }
    command.interruption = workspace.interruption
    return command
  }

  /// Returns the problem to report for a `command` that could not be started.
  private func problem(_ error: ProcessError, of command: Command) -> CommandProblem {
    switch error {
    case .programNotFound(let program) where Self.shellBuiltins.contains(program): return .shellBuiltin(program)
    case .programNotFound(let program) where !program.contains("/"):
      let neighbour = "\(command.directory ?? "")/\(program)"
      return FileManager.default.isExecutableFile(atPath: neighbour)
        ? .onlyInFolder(program: program) : .couldNotRun(error)
    case .noDirectory: return .noDirectory(run.directory?.string ?? ".")
    case .tooMuchOutput(let limit): return .tooMuchOutput(limit: limit)
    case .programNotFound, .notExecutable, .noInterpreter, .couldNotStart, .containsNUL, .lost, .noInterruption:
      return .couldNotRun(error)
    }
  }
}

/// A command with effects outside this machine.
struct OutwardCommand: ChangeValue {
  let line: String

  func state(in workspace: Workspace) -> ChangeState { .overtaken(ExecutionError.unknownOutcome(line)) }
}
