import Processes

/// Why a command of the user's was not what its step needs.
package enum CommandProblem: Error, Equatable, Sendable {
  /// It ended in another way than with one of the statuses that count as success.
  case ended(CommandResult.Termination, allowed: [Int32])
  /// Its output is captured, and is longer than `limit` bytes.
  case tooMuchOutput(limit: Int)
  /// Its output is captured, and is no UTF-8.
  case outputNotText
  /// No program of that name is in `PATH`; one in the folder that it would be run in has the name.
  case onlyInFolder(program: String)
  /// The shell knows it, and nobody else.
  case shellBuiltin(String)
  case noDirectory(String)
  case couldNotRun(ProcessError)
}

extension CommandProblem {
  /// What is said after the command's name.
  var phrase: String {
    switch self {
    case .ended(let termination, let allowed): "failed: \(termination)\(Self.expectation(termination, allowed))"
    case .tooMuchOutput(let limit): "wrote more than \(limit >> 10) KiB to its output, which is captured"
    case .outputNotText: "wrote bytes that are no UTF-8 to its output, which is captured"
    case .onlyInFolder(let program): "could not be run: no program `\(program)` in `PATH`"
    case .shellBuiltin(let word): "could not be run: `\(word)` is no program but a word of the shell"
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
    case .tooMuchOutput, .outputNotText: "have it write a file, and name the file in `outputs`"
    case .onlyInFolder(let program): "write `./\(program)`: what is not in `PATH` needs its path"
    case .shellBuiltin: "give the shell the whole line, with `run: {shell: …}`"
    case .noDirectory: "make the folder, or name another in `working_directory`"
    case .couldNotRun(.programNotFound(let program)):
      program.contains("/")
        ? "correct the path; it starts from the folder that the program is run in"
        : "install it, or add the folder that it is in to `PATH`"
    case .couldNotRun(.notExecutable(let program)): "make it executable with `chmod +x '\(program)'`"
    case .couldNotRun(.noInterpreter): "install the interpreter, or correct the line"
    case .ended, .couldNotRun: nil
    }
  }
}
