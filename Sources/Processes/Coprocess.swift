import SystemAPI

/// A program that answers requests until its input is closed, such as `git cat-file --batch`. It is stopped with this
/// object, which one thread may use.
package final class Coprocess {
  /// Why the program does not answer any more.
  package enum End: Error, Equatable {
    /// The program has ended, or closed its output.
    case ended
    /// It was stopped: this process must stop because of that signal, and there was no answer for a second.
    case interrupted(signal: Int32)
    /// It was stopped after that time without an answer.
    case silent(Duration)
  }

  private let command: Command
  private let pipes: Pipes
  private let process: pid_t
  private let begin = ContinuousClock.now
  /// It may end after the command that is traced.
  private let trace = ProgramTrace.current
  /// Output that was received and not read.
  private var received: [UInt8] = []
  private var position = 0
  private var errorBytes: [UInt8] = []
  /// Whether it has answered in time so far.
  private var answers = true

  /// The number of bytes of the error output that are kept.
  private static let errorLimit = 1 << 14
  private static let chunkLength = 1 << 16
  private static let patienceAtEnd = Duration.seconds(10)

  /// Starts the program.
  package init(_ command: Command) throws(ProcessError) {
    var command = command
    command.streams = .captured
    let (path, pipes) = (try command.checkedPath(), try Pipes(for: command, keepingInput: true))
    do {
      process = try command.start(path, pipes)
    } catch {
      pipes.closeAll()
      throw error
    }
    pipes.closeChildEnds()
    (self.command, self.pipes) = (command, pipes)
  }

  deinit {
    pipes.closeAll()
    let exit = ChildExit(process)
    // Without input and output it ends, unless it waits for a file that never has an end.
    let end = ContinuousClock.now + Self.patienceAtEnd
    while answers, !exit.hasHappened, ContinuousClock.now < end { usleep(200) }
    if !exit.hasHappened { kill(-process, SIGKILL) }
    let termination = exit.wait()
    trace?.note(command, begin, termination)
  }

  /// The end of the error output so far, with invalid UTF-8 replaced.
  package var errorText: String {
    while pipes.hasErrorOutput { receiveErrors() }
    return String(decoding: errorBytes, as: UTF8.self)
  }

  /// Whether the program has closed its output, and does not answer any more.
  package var hasEnded: Bool { pipes.isOutputClosed }

  /// Sends a short request. If the program has ended, the next read throws `End.ended`.
  package func send(_ request: [UInt8]) { pipes.send(request) }

  /// Returns the next line without its line feed.
  ///
  /// - Parameters:
  ///   - limit: The maximum length in bytes. A longer line is cut, and its rest is the next one.
  ///   - patience: The maximum time without output.
  package func line(limit: Int, within patience: Duration) throws(End) -> [UInt8] {
    var line: [UInt8] = []
    while true {
      let rest = received[position...].prefix(limit - line.count)
      if let end = rest.firstIndex(of: 0x0A) {
        line += rest[..<end]
        position = end + 1
        return line
      }
      line += rest
      position = rest.endIndex
      guard line.count < limit else { return line }
      try receive(within: patience)
    }
  }

  /// Fills `buffer` with the next bytes.
  ///
  /// - Parameters:
  ///   - first: The maximum time until the first of them.
  ///   - patience: The maximum time without output after that.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, within first: Duration, then patience: Duration
  ) throws(End) {
    let known = received[position...].prefix(buffer.count)
    buffer.copyBytes(from: known)
    position = known.endIndex
    var rest = UnsafeMutableRawBufferPointer(rebasing: buffer[known.count...])
    while !rest.isEmpty {
      let count = try receive(into: rest, within: rest.count == buffer.count ? first : patience)
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
  }

  private func receive(within patience: Duration) throws(End) {
    received.removeAll(keepingCapacity: true)
    position = 0
    var end: End?
    received = [UInt8](unsafeUninitializedCapacity: Self.chunkLength) { buffer, count in
      do throws(End) {
        count = try receive(into: UnsafeMutableRawBufferPointer(buffer), within: patience)
      } catch {
        end = error
      }
    }
    if let end { throw end }
  }

  /// Waits for output, and returns the number of its bytes that were written to `buffer`.
  private func receive(
    into buffer: UnsafeMutableRawBufferPointer, within patience: Duration
  ) throws(End) -> Int {
    let end = ContinuousClock.now + patience
    while !pipes.isOutputClosed {
      switch pipes.wait(1000) {
      case .output:
        let count = pipes.read(.output, into: buffer)
        guard count > 0 else { throw .ended }
        return count
      case .errors: receiveErrors()
      case nil:
        // A second without an answer.
        let signal = command.interruption?.signal
        answers = signal == nil && ContinuousClock.now < end
        if let signal { throw .interrupted(signal: signal) }
        if !answers { throw .silent(patience) }
      }
    }
    throw .ended
  }

  private func receiveErrors() {
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkLength) { buffer, count in
      count = pipes.read(.errors, into: UnsafeMutableRawBufferPointer(buffer))
    }
    errorBytes = (errorBytes + bytes).suffix(Self.errorLimit)
  }
}
