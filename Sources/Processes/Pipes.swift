import SystemAPI

/// The pipes between this process and a child; owns their descriptors.
final class Pipes {
  private typealias Ends = (reading: Int32, writing: Int32)

  /// -1 is an end that is closed or was never open.
  private var input: Ends = (-1, -1)
  private var output: Ends = (-1, -1)
  private var errors: Ends = (-1, -1)
  /// The input that the child has not read yet.
  private var unsent: ArraySlice<UInt8> = []

  /// Opens the pipes that `command` needs.
  init(for command: Command) throws(ProcessError) {
    do {
      if case .bytes(let bytes) = command.input {
        input = try Self.makePipe()
        unsent = bytes[...]
      }
      switch command.streams {
      case .captured:
        output = try Self.makePipe()
        errors = try Self.makePipe()
      case .capturedTogether, .capturedOutput: output = try Self.makePipe()
      case .inherited, .inheritedErrors: break
      }
    } catch {
      closeAll()
      throw .couldNotStart(program: command.program, reason: error.message)
    }
  }

  private static func makePipe() throws(SystemError) -> Ends {
    guard let ends = Platform.makePipe() else { throw .last }
    return ends
  }

  /// Returns the descriptors of the child for 0, 1 and 2.
  func descriptors(for command: Command) -> [(target: Int32, source: Int32?)] {
    let (out, err): (Int32, Int32) =
      switch command.streams {
      case .captured: (output.writing, errors.writing)
      case .capturedTogether: (output.writing, output.writing)
      case .capturedOutput: (output.writing, STDERR_FILENO)
      case .inherited: (STDOUT_FILENO, STDERR_FILENO)
      case .inheritedErrors: (STDERR_FILENO, STDERR_FILENO)
      }
    let standardInput: Int32? =
      switch command.input {
      case .nothing: nil
      case .bytes: input.reading
      case .inherited: STDIN_FILENO
      }
    return [(STDIN_FILENO, standardInput), (STDOUT_FILENO, out), (STDERR_FILENO, err)]
  }

  /// Closes the child's ends, so that this process sees their end, and prepares the input.
  func closeChildEnds() {
    Self.close(&input.reading)
    Self.close(&output.writing)
    Self.close(&errors.writing)
    if input.writing >= 0 { _ = fcntl(input.writing, F_SETFL, O_NONBLOCK) }
    if unsent.isEmpty { Self.close(&input.writing) }
  }

  func closeAll() {
    closeChildEnds()
    Self.close(&input.writing)
    Self.close(&output.reading)
    Self.close(&errors.reading)
  }

  /// Whether anything is left to read or to write.
  var isOpen: Bool { output.reading >= 0 || errors.reading >= 0 || input.writing >= 0 }

  /// The result of one read of the pipes.
  struct Look {
    /// The output of the streams.
    var output: [(stream: Command.Stream, bytes: [UInt8])] = []
    /// Whether the streams had neither output nor an end.
    var isQuiet = true
  }

  /// Waits until a pipe or `wakeDescriptor` is ready, for at most `milliseconds`; writes the input and reads the
  /// streams.
  ///
  /// - Parameter wakeDescriptor: A descriptor that ends the wait and is not read; -1 for none.
  func look(waiting milliseconds: Int32, wakeDescriptor: Int32) -> Look {
    var polls = [
      pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    var look = Look()
    guard poll(&polls, nfds_t(polls.count), milliseconds) > 0 else { return look }
    look.isQuiet = polls[0].revents == 0 && polls[1].revents == 0
    if polls[0].revents != 0 { look.output.append((.output, Self.read(&output.reading))) }
    if polls[1].revents != 0 { look.output.append((.errors, Self.read(&errors.reading))) }
    if polls[2].revents != 0 { Self.write(&input.writing, &unsent) }
    return look
  }

  private static func read(_ descriptor: inout Int32) -> [UInt8] {
    var count = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, filled in
      count = SystemAPI.read(descriptor, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    if count == 0 || (count < 0 && ![EINTR, EAGAIN].contains(errno)) { close(&descriptor) }
    return chunk
  }

  private static func write(_ descriptor: inout Int32, _ unsent: inout ArraySlice<UInt8>) {
    let (count, error) = unsent.withUnsafeBytes { Platform.writeQuietly(descriptor, $0) }
    if count >= 0 {
      unsent = unsent.dropFirst(count)
    } else if ![EINTR, EAGAIN].contains(error) {
      unsent = []
    }
    if unsent.isEmpty { close(&descriptor) }
  }

  private static func close(_ descriptor: inout Int32) {
    guard descriptor >= 0 else { return }
    _ = SystemAPI.close(descriptor)
    descriptor = -1
  }
}
