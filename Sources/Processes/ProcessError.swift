/// Why a program could not be run. A program that ran and failed is not an error here: see `CommandResult`.
package enum ProcessError: Error, Equatable, Sendable {
  /// No executable of that name in the `PATH` that was given.
  case programNotFound(String)
  case noDirectory(String)
  /// The file is there, and may not be executed or is a folder.
  case notExecutable(String)
  /// The file is there, and the program that its first line names is not.
  case noInterpreter(String)
  /// The system refused; `reason` are its words.
  case couldNotStart(program: String, reason: String)
  /// A NUL byte, which no argument and no variable can carry.
  case containsNUL(program: String)
  /// Something else in this process has collected the program's exit status.
  case lost(program: String, reason: String)
  /// The output is more than that number of bytes, and whoever listens wants no more.
  case tooMuchOutput(limit: Int)
  /// No queue for signals could be had.
  case noInterruption(reason: String)
}

extension ProcessError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .programNotFound(let program) where program.contains("/"):
      "no program `\(program)`"
    case .programNotFound(let program):
      "no program `\(program)` in `PATH`"
    case .noDirectory(let path):
      "no folder `\(path)` to run a program in"
    case .notExecutable(let program):
      "`\(program)` is not executable"
    case .noInterpreter(let program):
      "the interpreter that the first line of `\(program)` names is not there"
    case .couldNotStart(let program, let reason):
      "`\(program)` could not be started: \(reason)"
    case .containsNUL(let program):
      "an argument or variable for `\(program)` holds a NUL byte"
    case .lost(let program, let reason):
      "how `\(program)` ended is not known: \(reason)"
    case .tooMuchOutput(let limit):
      "more than \(limit) bytes were written"
    case .noInterruption(let reason):
      "cannot watch for signals: \(reason)"
    }
  }
}
