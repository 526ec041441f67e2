import Essentials
import Git
import Lanes
import Processes
import TextEditing

/// Runs a program of the user's.
///
/// It finds the user's own environment, the facts and what the step declares; it reads nothing, and has a session of its
/// own, so that it can be ended with all that it started.
struct RunPerformer: EffectPerformer {
  let run: CommandRun

  /// The words that look like programs and are not.
  private static let shellBuiltins: Set = [
    "alias", "cd", "eval", "exec", "exit", "export", "set", "source", "trap", "unset",
  ]

  /// What is said here names the program alone: its arguments may hold what was captured.
  func verify(in workspace: Workspace, after outlook: inout Outlook) throws {
    let command = command(in: workspace, secrets: [:])
    if let directory = run.directory, let path = command.directory, !FileManager.default.fileExists(atPath: path),
      !outlook.files.contains(where: { $0.string.hasPrefix("\(directory)/") })
    {
      throw ExecutionError.command(command.program, .noDirectory(directory.string))
    }
    if !command.program.contains("/"), !command.canBeFound {
      throw ExecutionError.command(command.program, problem(.programNotFound(command.program), of: command))
    }
  }

  /// Nobody but a person can tell whether a command has run.
  func isPerformed(in workspace: Workspace, _ state: RunState) -> Change? { nil }

  func prepare(in workspace: Workspace, _ state: RunState) -> any PreparedEffect {
    PreparedRun(change: run.isOutward ? .outwardCommand(run.line) : .nothing, performer: self, workspace: workspace)
  }

  fileprivate func perform(in workspace: Workspace, _ state: inout RunState) throws {
    let secrets = state.secrets.byEntry[state.entry] ?? [:]
    let command = command(in: workspace, secrets: secrets)
    let redaction = Redaction(of: state.secrets.known + secrets.values, environment: command.environment)
    warnOfShort(secrets, state)
    do {
      let output = try output(of: command, redaction, state)
      if run.isCaptured {
        state.result.outputs[state.entry] = output
        if redaction.redacted(output) != output { state.secretOutputs.insert(state.entry) }
      }
      if !run.outputs.isEmpty {
        state.result.files[state.entry] = try run.outputs.map { path in
          CommittedFile(path, .init(of: try workspace.disk.contents(at: path)))
        }
      }
    } catch let problem as CommandProblem {
      throw ExecutionError.command(redaction.redacted(run.line), problem)
    }
  }

  /// Runs the command, shows what it writes as it comes, and judges how it ended.
  ///
  /// - Returns: what it captured.
  /// - Throws: `CommandProblem`, `ExecutionError.interrupted`.
  private func output(of command: Command, _ redaction: Redaction, _ state: RunState) throws -> String {
    var hearing = CommandHearing(isCaptured: run.isCaptured, redaction)
    func show(_ lines: [[UInt8]]) {
      if !lines.isEmpty { state.reporter.commandDidWrite(CommandOutput(entry: state.entry, lines: lines)) }
    }
    let termination: CommandResult.Termination
    do {
      defer { show(hearing.rest()) }
      termination = try command.run { stream, bytes throws(ProcessError) in
        show(try hearing.lines(of: bytes, from: stream))
      }
    } catch {
      throw problem(error, of: command)
    }
    if case .interrupted(let signal) = termination { throw ExecutionError.interrupted(signal: signal) }
    guard case .exited(let status) = termination, run.allowedStatuses.contains(status) else {
      throw CommandProblem.ended(termination, allowed: run.allowedStatuses)
    }
    return try hearing.output()
  }

  private func warnOfShort(_ secrets: [String: Secret], _ state: RunState) {
    for (variable, secret) in secrets.sorted(by: { $0.key < $1.key }) where SecretForms.areTooShort(of: secret.exposed)
    {
      state.reporter.warn(
        Diagnostic(
          "the secret in `\(variable)` is shorter than \(SecretForms.minimumLength) characters, so it is not masked in what "
            + "commands write", severity: .warning))
    }
  }
}

private struct PreparedRun: PreparedEffect {
  let change: Change
  let performer: RunPerformer
  let workspace: Workspace

  func perform(_ run: inout RunState) throws { try performer.perform(in: workspace, &run) }
}

// MARK: The command and its problems

extension RunPerformer {
  private func command(in workspace: Workspace, secrets: [String: Secret]) -> Command {
    let inherited = workspace.environment.filter { !Repository.secretVariables.contains($0.key) }
    let environment = inherited.merging(run.environment) { $1 }.merging(secrets.mapValues(\.exposed)) { $1 }
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

  /// What the refusal to run `command` means to whoever wrote the step.
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
