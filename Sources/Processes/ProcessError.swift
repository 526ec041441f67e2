/// Why a program could not be run. A program that ran and failed is not an error here: see `CommandResult`.
package enum ProcessError: Error, Equatable, Sendable {
  /// No executable of that name in the given `PATH`.
  case programNotFound(String)
  case noDirectory(String)
  /// The file exists, but is not executable or is a folder.
  case notExecutable(String)
  /// The file exists, but the interpreter on its first line does not.
  case noInterpreter(String)
  /// The system refused with the message `reason`.
  case couldNotStart(program: String, reason: String)
  /// A NUL byte, which arguments and variables cannot contain.
  case containsNUL(program: String)
  /// Another part of this process has read the program's exit status.
  case lost(program: String, reason: String)
  /// The output has more than that number of bytes, and the listener stopped the program.
  case tooMuchOutput(limit: Int)
  /// The queue for signals could not be created.
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
      "the interpreter on the first line of `\(program)` does not exist"
    case .couldNotStart(let program, let reason):
      "`\(program)` could not be started: \(reason)"
    case .containsNUL(let program):
      "an argument or variable for `\(program)` holds a NUL byte"
    case .lost(let program, let reason):
      "how `\(program)` ended is unknown: \(reason)"
    case .tooMuchOutput(let limit):
      "more than \(limit) bytes were written"
    case .noInterruption(let reason):
      "cannot watch for signals: \(reason)"
    }
  }
}
