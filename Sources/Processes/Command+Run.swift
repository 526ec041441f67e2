import SystemAPI

extension Command {
  /// Receives the output of a program as it comes, in pieces of any size. An error that it throws stops the program.
  package typealias Listener = (Stream, [UInt8]) throws(ProcessError) -> Void

  /// Runs the program to its end and returns its output, up to `captureLimit` bytes of each stream.
  ///
  /// Output of background processes after the program has ended is not waited for.
  ///
  /// - Parameter onStart: Receives the process ID, so that another thread or a signal can stop the program.
  package func run(onStart: (Int32) -> Void = { _ in }) throws(ProcessError) -> CommandResult {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    let termination = try run(onStart: onStart) { stream, bytes throws(ProcessError) in
      switch stream {
      case .output: output += bytes.prefix(captureLimit - output.count)
      case .errors: errors += bytes.prefix(captureLimit - errors.count)
      }
    }
    return CommandResult(termination: termination, output: output, errors: errors)
  }

  /// Runs the program to its end and passes its output to `listener`, without keeping it.
  ///
  /// - Throws: `ProcessError`, or the error of the listener; then the program has been stopped.
  package func run(
    onStart: (Int32) -> Void = { _ in }, listener: Listener
  ) throws(ProcessError) -> CommandResult.Termination {
    let path = try checkedPath()
    let pipes = try Pipes(for: self)
    defer { pipes.closeAll() }

    let begin = ContinuousClock.now
    var termination: CommandResult.Termination?
    defer { ProgramTrace.current?.note(self, begin, termination) }
    let process = try start(path, pipes)
    onStart(process)
    pipes.closeChildEnds()
    var supervision = Supervision(of: process, self, pipes)
    let end = try supervision.run(listener)
    termination = end
    return end
  }

  private var environmentStrings: [String] { environment.map { "\($0.key)=\($0.value)" }.sorted() }

  /// Returns the path of the program.
  ///
  /// - Throws: `ProcessError.containsNUL` and the errors of the search.
  func checkedPath() throws(ProcessError) -> String {
    let path = try executablePath()
    guard ([path, directory ?? ""] + arguments + environmentStrings).allSatisfy({ !$0.utf8.contains(0) }) else {
      throw .containsNUL(program: program)
    }
    return path
  }

  /// Starts the program, and returns its process ID.
  func start(_ path: String, _ pipes: Pipes) throws(ProcessError) -> pid_t {
    var launch = Launch(
      arguments: [program] + arguments, environment: environmentStrings, directory: directory,
      descriptors: pipes.descriptors(for: self), isInteractive: isInteractive)
    var result = Platform.spawn(path, launch)
    // A file that was just written can still be open in the child of another thread that is about to exec.
    for pause: UInt32 in [1, 3, 10, 30, 100] {
      guard case .failure(let error) = result, error.code == ETXTBSY else { break }
      usleep(pause * 1000)
      result = Platform.spawn(path, launch)
    }
    // A script without a `#!` line, which git and every shell run with `sh`.
    if case .failure(let error) = result, error.code == ENOEXEC {
      launch.arguments = ["sh", path] + arguments
      result = Platform.spawn("/bin/sh", launch)
    }
    switch result {
    case .success(let process): return process
    case .failure(let error): throw refusal(of: path, error)
    }
  }

  /// Returns the error for the system's refusal to start the program at `path`.
  private func refusal(of path: String, _ error: SystemError) -> ProcessError {
    if let directory, !Self.isDirectory(directory) { return .noDirectory(directory) }
    switch error.code {
    case ENOENT, ENOTDIR: return access(path, F_OK) == 0 ? .noInterpreter(program) : .programNotFound(program)
    case EACCES where Self.isDirectory(path) || access(path, X_OK) != 0: return .notExecutable(program)
    default: return .couldNotStart(program: program, reason: error.message)
    }
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
