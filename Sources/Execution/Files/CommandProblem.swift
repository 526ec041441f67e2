import Processes

/// Why a command of the user failed its step.
package enum CommandProblem: Error, Equatable, Sendable {
  /// It did not exit with a status that counts as success.
  case ended(CommandResult.Termination, allowed: [Int32])
  /// Its captured output is longer than `limit` bytes.
  case tooMuchOutput(limit: Int)
  /// Its captured output is not UTF-8.
  case outputNotText
  /// `PATH` has no such program, but the working directory has one of that name.
  case onlyInFolder(program: String)
  /// A builtin of the shell, not a program.
  case shellBuiltin(String)
  case noDirectory(String)
  case couldNotRun(ProcessError)
}

extension CommandProblem {
  /// The text after the command's name in a message.
  var phrase: String {
    switch self {
    case .ended(let termination, let allowed): "failed: \(termination)\(Self.expectation(termination, allowed))"
    case .tooMuchOutput(let limit): "wrote more than \(limit >> 10) KiB to its captured output"
    case .outputNotText: "wrote bytes that are not UTF-8 to its captured output"
    case .onlyInFolder(let program): "could not be run: no program `\(program)` in `PATH`"
    case .shellBuiltin(let word): "could not be run: `\(word)` is a shell builtin, not a program"
    case .noDirectory(let path): "could not be run: there is no folder `\(path)`"
    case .couldNotRun(let error): "could not be run: \(error)"
    }
  }

  private static func expectation(_ termination: CommandResult.Termination, _ allowed: [Int32]) -> String {
    guard case .exited = termination, allowed != [0], let last = allowed.last else { return "" }
    let others = allowed.dropLast().map(String.init).joined(separator: ", ")
    return ", expected \(others)\(others.isEmpty ? "" : " or ")\(last)"
  }

  var hint: String? {
    switch self {
    case .ended(.timedOut, _): "give it more time with `timeout`"
    case .tooMuchOutput, .outputNotText: "let it write a file instead, and name the file in `outputs`"
    case .onlyInFolder(let program): "write `./\(program)`: a program outside `PATH` needs its path"
    case .shellBuiltin: "run the whole line in a shell with `run: {shell: …}`"
    case .noDirectory: "create the folder, or name another one in `working_directory`"
    case .couldNotRun(.programNotFound(let program)):
      program.contains("/")
        ? "correct the path; it is relative to the folder that the program runs in"
        : "install it, or add its folder to `PATH`"
    case .couldNotRun(.notExecutable(let program)): "make it executable with `chmod +x '\(program)'`"
    case .couldNotRun(.noInterpreter): "install the interpreter, or correct the line"
    case .ended, .couldNotRun: nil
    }
  }
}
