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

  /// Whether the input stays open when all of it was sent.
  private let keepsInput: Bool

  /// Opens the pipes that `command` needs.
  ///
  /// - Parameter keepsInput: Whether there will be more input than that of `command`.
  init(for command: Command, keepingInput keepsInput: Bool = false) throws(ProcessError) {
    self.keepsInput = keepsInput
    do {
      if case .bytes(let bytes) = command.input {
        input = try Self.makePipe()
        unsent = bytes[...]
      } else if keepsInput {
        input = try Self.makeConnection()
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

  private static func makeConnection() throws(SystemError) -> Ends {
    guard let ends = Platform.makeConnection() else { throw .last }
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
      case _ where keepsInput: input.reading
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
    if input.writing >= 0, !keepsInput { _ = fcntl(input.writing, F_SETFL, O_NONBLOCK) }
    if unsent.isEmpty, !keepsInput { Self.close(&input.writing) }
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

// MARK: Coprocesses

extension Pipes {
  /// Writes all of a request; without a reader, nothing.
  func send(_ request: [UInt8]) {
    var rest = request[...]
    while !rest.isEmpty {
      let (count, error) = rest.withUnsafeBytes { Platform.sendQuietly(input.writing, $0) }
      if count < 0, error == EINTR { continue }
      guard count > 0 else { return Self.close(&input.writing) }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until a stream has output or is at its end, errors first; nil after `milliseconds`.
  func wait(_ milliseconds: Int32) -> Command.Stream? {
    var polls = [
      pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&polls, nfds_t(polls.count), milliseconds)
    if count < 0, errno == EINTR { return nil }
    if polls[0].revents != 0 { return .errors }
    return polls[1].revents != 0 || count < 0 ? .output : nil
  }

  var isOutputClosed: Bool { output.reading < 0 }

  /// Whether the errors have output, or are at their end and not closed.
  var hasErrorOutput: Bool {
    var polls = [pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0)]
    return poll(&polls, 1, 0) > 0 && polls[0].revents != 0
  }

  /// Reads once into `buffer`, and returns the number of bytes; 0 at the end of the stream, which is then closed.
  func read(_ stream: Command.Stream, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let descriptor = stream == .output ? output.reading : errors.reading
    guard descriptor >= 0 else { return 0 }
    var count = 0
    repeat { count = SystemAPI.read(descriptor, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
    guard count <= 0 else { return count }
    if stream == .output { Self.close(&output.reading) } else { Self.close(&errors.reading) }
    return 0
  }
}
