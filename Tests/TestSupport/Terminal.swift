import Foundation
import Processes

/// A pseudo-terminal with a simulated user who answers each prompt when it appears.
package struct Terminal {
  private let controller: FileHandle
  private let device: FileHandle

  package init() throws {
    var controller: Int32 = -1
    var device: Int32 = -1
    guard openpty(&controller, &device, nil, nil, nil) == 0 else { throw POSIXError(.ENOTTY) }
    for descriptor in [controller, device] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    self.controller = FileHandle(fileDescriptor: controller, closeOnDealloc: true)
    self.device = FileHandle(fileDescriptor: device, closeOnDealloc: true)
  }

  /// Runs `command` with all three streams at the terminal.
  ///
  /// - Parameters:
  ///   - answers: A line for each prompt; `^D` ends the input instead.
  ///   - early: Text that is typed before the program begins.
  /// - Returns: The screen contents including the answers, and the exit status.
  package func run(
    _ command: Command, answers: [String], typedBefore early: String = ""
  ) throws -> (screen: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command.program)
    process.arguments = command.arguments
    process.environment = command.environment
    process.currentDirectoryURL = command.directory.map { URL(fileURLWithPath: $0) }
    (process.standardInput, process.standardOutput, process.standardError) = (device, device, device)
    try controller.write(contentsOf: Data(early.utf8))
    try process.run()

    var screen: [UInt8] = []
    var answers = answers[...]
    // A limit, so that a hanging program does not block all other tests.
    let deadline = ContinuousClock.now + .seconds(1800)
    while true {
      guard ContinuousClock.now < deadline else {
        process.terminate()
        throw Unfinished(screen: String(decoding: screen, as: UTF8.self))
      }
      // Output before the end is still readable after it.
      let hasEnded = !process.isRunning
      let bytes = read(withinMilliseconds: hasEnded ? 0 : 20)
      screen += bytes
      if bytes.isEmpty, hasEnded { break }
      guard Self.asks(screen) else { continue }
      // Incomplete output is not a prompt yet.
      let rest = read(withinMilliseconds: 20)
      screen += rest
      guard rest.isEmpty else { continue }
      guard let answer = answers.popFirst() else {
        process.terminate()
        throw Unanswered(screen: String(decoding: screen, as: UTF8.self))
      }
      let answered = screen.count
      try controller.write(contentsOf: Data(answer == "^D" ? [4] : Array((answer + "\n").utf8)))
      // The echo comes first, or after the end of input the program's own line end: until then the prompt is answered.
      while process.isRunning, ContinuousClock.now < deadline, !screen[answered...].contains(UInt8(ascii: "\n")) {
        screen += read(withinMilliseconds: 20)
      }
    }
    guard answers.isEmpty else { throw Unasked(answers: Array(answers)) }
    // macOS shows the end of input and erases it, Linux does not show it.
    let text = String(decoding: screen, as: UTF8.self).replacing("\r\n", with: "\n").replacing("^D\u{8}\u{8}", with: "")
    return (text, process.terminationStatus)
  }

  /// Whether the last line is a prompt.
  private static func asks(_ screen: [UInt8]) -> Bool {
    let line = String(decoding: screen.suffix(while: { $0 != UInt8(ascii: "\n") }), as: UTF8.self)
    return line.hasSuffix("] ") || line.hasSuffix(": ")
  }

  private func read(withinMilliseconds time: Int32) -> [UInt8] {
    var waiting = pollfd(fd: controller.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, time) > 0, waiting.revents & Int16(POLLIN) != 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, Foundation.read(controller.fileDescriptor, buffer.baseAddress, buffer.count))
    }
  }

  /// The program neither ended nor prompted.
  package struct Unfinished: Error {
    let screen: String
  }

  /// The program prompted once more than there are answers.
  package struct Unanswered: Error {
    let screen: String
  }

  /// The program prompted less often than there are answers.
  package struct Unasked: Error {
    let answers: [String]
  }
}

extension [UInt8] {
  fileprivate func suffix(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? 0)...]
  }
}
