import Foundation
import TestSupport
import Testing
import TextEditing

@testable import Execution

@Suite("The lock of a run")
struct RunLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("is taken by one, and the second is told by whom")
  func second() throws {
    let lock = try RunLock(in: folder.path, holder: "release, process 7")
    let error = #expect(throws: ExecutionError.locked(holder: "release, process 7")) {
      try RunLock(in: folder.path, holder: "bump, process 8")
    }
    #expect(
      error?.rendered
        == """
        error: another run holds the lock: release, process 7
        hint: wait until it is done; the lock is freed by itself when a run ends, however it ends
        """)
    // Being refused changes nothing for who holds it.
    #expect(folder.read("martlet/lock") == "release, process 7")
    withExtendedLifetime(lock) {}
  }

  @Test("is free again when the first is done, and says nothing of it")
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

  @Test("is free again when its process was killed, whatever it has left in the file")
  func killed() throws {
    try folder.write("martlet/lock", "release, process 4711, which was killed")
    let lock = try RunLock(in: folder.path, holder: "next")
    #expect(folder.read("martlet/lock") == "next")
    withExtendedLifetime(lock) {}
  }

  /// The lock of another process, which holds it until it is killed.
  @Test("is held by another process until that is killed", .enabled(if: FlockProgram.isThere))
  func otherProcess() throws {
    try folder.write("martlet/lock", "release, process 7")
    let holder = try FlockProgram(on: "\(folder.path)/martlet/lock")
    #expect(throws: ExecutionError.locked(holder: "release, process 7")) { try RunLock(in: folder.path, holder: "me") }
    holder.kill()
    let lock = try RunLock(in: folder.path, holder: "me")
    withExtendedLifetime(lock) {}
  }

  @Test("says why it cannot be")
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
