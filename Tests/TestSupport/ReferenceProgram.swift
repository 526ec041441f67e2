import Foundation

/// A program of this machine that checks Martlet's output: `git`, `patch`.
package struct ReferenceProgram: Sendable {
  private let url: URL

  /// The first program with that name on the search path; nil if there is none.
  package init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let candidates = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
    guard let url = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      return nil
    }
    self.url = url
  }

  /// Runs it in `folder`, without user configuration, and returns its exit status and its output.
  package func run(_ arguments: [String], in folder: TemporaryFolder) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CEILING_DIRECTORIES": folder.path,
    ]
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
