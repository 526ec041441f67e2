import Foundation
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The lock of a run")
struct RunLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("has one owner, and the second run reports the owner")
  func second() throws {
    let lock = try RunLock(in: folder.path, holder: "release, process 7")
    let error = #expect(throws: ExecutionError.locked(holder: "release, process 7")) {
      try RunLock(in: folder.path, holder: "bump, process 8")
    }
    #expect(
      error?.rendered
        == """
        error: another run holds the lock: release, process 7
        hint: wait until that run ends; its lock is released automatically, even after a crash
        """)
    // The refusal changes nothing for the owner.
    #expect(folder.read("martlet/lock") == "release, process 7")
    withExtendedLifetime(lock) {}
  }

  @Test("is free after the first run")
  func release() throws {
    do {
      let lock = try RunLock(in: folder.path, holder: "a rather long title, process 7")
      withExtendedLifetime(lock) {}
    }
    #expect(folder.read("martlet/lock") == "")
    let lock = try RunLock(in: folder.path, holder: "short")
    #expect(folder.read("martlet/lock") == "short")
    withExtendedLifetime(lock) {}
  }

  @Test("is free after its process was killed, with any file contents")
  func killed() throws {
    try folder.write("martlet/lock", "release, process 4711, which was killed")
    let lock = try RunLock(in: folder.path, holder: "next")
    #expect(folder.read("martlet/lock") == "next")
    withExtendedLifetime(lock) {}
  }

  /// The lock of another process, held until it is killed.
  @Test("can be held by another process until that is killed", .enabled(if: FlockProgram.isThere))
  func otherProcess() throws {
    try folder.write("martlet/lock", "release, process 7")
    let holder = try FlockProgram(on: "\(folder.path)/martlet/lock")
    #expect(throws: ExecutionError.locked(holder: "release, process 7")) { try RunLock(in: folder.path, holder: "me") }
    holder.kill()
    let lock = try RunLock(in: folder.path, holder: "me")
    withExtendedLifetime(lock) {}
  }

  @Test("reports why it cannot be taken")
  func impossible() throws {
    try folder.write("martlet", "a file")
    let error = #expect(throws: ExecutionError.cannotLock("\(folder.path)/martlet/lock", code: ENOTDIR)) {
      try RunLock(in: folder.path, holder: "me")
    }
    #expect(error?.rendered == "error: cannot lock `\(folder.path)/martlet/lock`: not a directory")
    #expect(throws: ExecutionError.cannotLock("\(folder.path)/no/martlet", code: ENOENT)) {
      try RunLock(in: "\(folder.path)/no", holder: "me")
    }
  }
}

/// The program `flock` of util-linux, holding a lock.
struct FlockProgram {
  private let process = Process()

  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/flock") }

  /// Returns when the lock is held.
  init(on path: String) throws {
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    // `cat` inherits the lock and waits for input that never comes.
    process.arguments = ["--no-fork", path, "sh", "-c", "echo locked; exec cat"]
    process.standardInput = Pipe()
    process.standardOutput = pipe
    try process.run()
    _ = pipe.fileHandleForReading.readData(ofLength: 7)
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
