import Foundation

/// A local server, which ends when this object is released or its owner dies.
package final class LoopbackServer {
  private let process = Process()
  /// The server ends when the other end is closed.
  private let life = Pipe()
  /// Its output until it was ready.
  let greeting: String
  /// A server inherits the signal mask of the thread that starts it, which may block all signals.
  private static let guardian = #""$0" "$@" < /dev/null & exec > /dev/null 2>&1; cat; kill -KILL $!"#

  /// Starts a program and waits until it has printed a line containing `sign`.
  ///
  /// - Throws: `NotStarted` if the program ends before.
  init(_ program: String, _ arguments: [String], environment: [String: String], sign: String) throws {
    let voice = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", Self.guardian, program] + arguments
    process.environment = environment
    process.standardInput = life
    process.standardOutput = voice
    process.standardError = voice
    try process.run()
    var output = ""
    // sshd's lines end with a carriage return, too.
    while !output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast().contains(where: {
      $0.contains(sign)
    }) {
      let data = voice.fileHandleForReading.availableData
      guard !data.isEmpty else { throw NotStarted(output: output) }
      output += String(decoding: data, as: UTF8.self)
    }
    greeting = output
    // Later output is ignored, but must not block it.
    voice.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
  }

  deinit {
    // Waiting depends on the thread that started it, which may have ended.
    try? life.fileHandleForWriting.close()
  }

  /// The server ended before it was ready.
  struct NotStarted: Error, CustomStringConvertible {
    let output: String
    var description: String { "the server did not start: \(output)" }
  }

  /// Options of Python for a fast start: compiled modules are kept, outside of the sources.
  static let pythonOptions = ["-X", "pycache_prefix=\(ProjectFolder.path)/.build/python"]

  /// The path of a program, also from administrator folders; nil if it is missing.
  package static func path(of program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin", "/usr/bin"]
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
