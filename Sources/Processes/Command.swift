/// A program to run, with its arguments, environment, folder and streams.
///
/// It inherits nothing from this process: the environment is the given dictionary, and there is no shell.
package struct Command: Equatable, Sendable {
  /// The standard input of the program.
  package enum Input: Equatable, Sendable {
    /// Nothing: `/dev/null`.
    case nothing
    case bytes([UInt8])
    /// The standard input of this process.
    case inherited
  }

  /// An output stream of a program.
  package enum Stream: Equatable, Sendable {
    case output, errors
  }

  /// The destinations of standard output and standard error.
  package enum Streams: Equatable, Sendable {
    /// Both are captured separately.
    case captured
    /// Both are captured as `output`, in the order of the writes.
    case capturedTogether
    /// The output is captured; errors go to the standard error of this process.
    case capturedOutput
    /// Each goes to the same stream of this process.
    case inherited
    /// Both go to the standard error of this process.
    case inheritedErrors
  }

  /// A name to be found in the `PATH` of `environment`, or a path if it contains a slash.
  package var program: String
  /// The arguments after the program's name.
  package var arguments: [String]
  /// The whole environment of the program.
  package var environment: [String: String]
  /// The working directory; nil for that of this process.
  package var directory: String?
  /// The standard input.
  package var input = Input.nothing
  /// The output streams.
  package var streams = Streams.captured
  /// Whether the program shares the terminal of this process. If not, it gets its own session: it cannot prompt, and
  /// `kill(-id, …)` reaches all its child processes.
  package var isInteractive = false
  /// The number of bytes of each stream that are kept; later ones are read and dropped.
  package var captureLimit = 64 << 20
  /// The maximum running time; nil for no limit. After that, the program and all its child processes are stopped.
  package var timeout: Duration?
  /// The maximum time without output; nil for no limit. After that, the program and all its child processes are
  /// stopped.
  package var idleLimit: Duration?
  /// Stops it early; nil for nothing.
  package var interruption: Interruption?
  /// The time from the termination signal until the program is killed.
  package var gracePeriod = Duration.seconds(5)

  /// Creates a command that has no input, does not prompt and is captured.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String], directory: String? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }
}
