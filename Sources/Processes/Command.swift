/// A program to run, with everything it gets to see: its arguments, its environment, its folder and its streams.
///
/// Nothing comes from this process by itself: the environment is the given dictionary, and no shell is between.
package struct Command: Equatable, Sendable {
  /// What the program reads from its standard input.
  package enum Input: Equatable, Sendable {
    /// Nothing: `/dev/null`.
    case nothing
    case bytes([UInt8])
    /// What this process would read.
    case inherited
  }

  /// One of the two that a program writes to.
  package enum Stream: Equatable, Sendable {
    case output, errors
  }

  /// Where the program's standard output and standard error go.
  package enum Streams: Equatable, Sendable {
    /// Both are collected, each for itself.
    case captured
    /// Both are collected as `output`, in the order in which they were written.
    case capturedTogether
    /// The output is collected; errors go to this process' standard error.
    case capturedOutput
    /// Each goes where this process' own goes.
    case inherited
    /// Both go to this process' standard error.
    case inheritedErrors
  }

  /// A name that is looked for in the `PATH` of `environment`, or a path when it has a slash.
  package var program: String
  /// The arguments after the program's name.
  package var arguments: [String]
  /// All that the program sees of the environment.
  package var environment: [String: String]
  /// The folder that the program starts in; nil for this process' own.
  package var directory: String?
  /// What it reads.
  package var input = Input.nothing
  /// Where it writes.
  package var streams = Streams.captured
  /// Whether the program shares this process' terminal. If not, it gets a session of its own: it cannot stop to
  /// ask, and `kill(-id, …)` reaches all that it started.
  package var isInteractive = false
  /// How many bytes of each stream are kept; what comes after is read and dropped.
  package var captureLimit = 64 << 20
  /// How long it may run; nil for as long as it likes. After that it is ended with all that it started.
  package var timeout: Duration?
  /// How long it may write nothing; nil for as long as it likes. After that it is ended with all that it started.
  package var idleLimit: Duration?
  /// What ends it before its time; nil for nothing.
  package var interruption: Interruption?
  /// How long it has to end after the signal to end; then it is killed.
  package var gracePeriod = Duration.seconds(5)

  /// A command that reads nothing, prompts for nothing and is captured.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String], directory: String? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }
}
