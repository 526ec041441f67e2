import Foundation

/// A server on this machine alone, ended when this object goes or its owner dies.
package final class LoopbackServer {
  private let process = Process()
  /// The server is ended when nobody holds the other end.
  private let life = Pipe()
  /// What it said until it was ready.
  let greeting: String
  /// A server gets the signals of the thread that starts it, which may hold back all that can be held back.
  private static let guardian = #""$0" "$@" < /dev/null & exec > /dev/null 2>&1; cat; kill -KILL $!"#

  /// Starts a program and waits until it has written a line with `sign` in it.
  ///
  /// - Throws: `NotStarted` when the program ends before.
  init(_ program: String, _ arguments: [String], environment: [String: String], sign: String) throws {
    let voice = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", Self.guardian, program] + arguments
    process.environment = environment
    process.standardInput = life
    process.standardOutput = voice
    process.standardError = voice
    try process.run()
    var heard = ""
    // sshd ends its lines with a carriage return, too.
    while !heard.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast().contains(where: {
      $0.contains(sign)
    }) {
      let data = voice.fileHandleForReading.availableData
      guard !data.isEmpty else { throw NotStarted(output: heard) }
      heard += String(decoding: data, as: UTF8.self)
    }
    greeting = heard
    // What it says later is nobody's business, but must not block it.
    voice.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
  }

  deinit {
    // Whoever waits here waits for the thread that started it, which may have gone.
    try? life.fileHandleForWriting.close()
  }

  /// The server ended before it was ready.
  struct NotStarted: Error, CustomStringConvertible {
    let output: String
    var description: String { "the server did not start: \(output)" }
  }

  /// The path of a program, also where only the administrator looks; nil when it is not there.
  package static func path(of program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin", "/usr/bin"]
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
