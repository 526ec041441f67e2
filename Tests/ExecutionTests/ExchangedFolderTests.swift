import Foundation
import MartletCore
import SystemAPI
import TestSupport
import Testing

@testable import Execution

/// Another process puts a link in the place of a folder, between the check of a path and the write.
@Suite("A folder that is exchanged with a link")
struct ExchangedFolderTests {
  private let folder: TemporaryFolder
  private let disk: Disk

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("work/a/b/file", "old")
    try folder.makeFolder("outside")
    try folder.write("outside/file", "theirs")
    disk = Disk(root: "\(folder.path)/work")
  }

  private func exchange() throws {
    try FileManager.default.moveItem(atPath: "\(disk.root)/a/b", toPath: "\(disk.root)/a/moved")
    try folder.link("work/a/b", to: "../../outside")
  }

  private var outside: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/outside").map {
        "\($0): \(folder.read("outside/\($0)") ?? "")"
      }
    }
  }

  @Test("does not receive the moved file")
  func move() throws {
    let file = try disk.stage("a/b/file", holding: Array("new".utf8), token: "1")
    try exchange()
    #expect(throws: ExecutionError.self) { try file.moveIntoPlace() }
    #expect(try outside == ["file: theirs"])
    #expect(folder.read("work/a/moved/file") == "old")
  }

  @Test("does not receive the temporary file, a new folder or a new file")
  func create() throws {
    let final = "\(disk.root)/a/b/file"
    try exchange()
    for call in [{ try disk.folder(of: final).makeFolder("x") }, { try disk.folder(of: final).remove("file") }] {
      #expect(throws: SystemError(code: ELOOP)) { try call() }
    }
    #expect(throws: ExecutionError.outside("a/b/file")) {
      _ = try disk.stage("a/b/file", holding: [1], token: "1")
    }
    #expect(throws: ExecutionError.outside("a/b/new")) {
      _ = try disk.stage("a/b/new", holding: [1], token: "1")
    }
    disk.removeStaged("a/b/file", token: "1", with: ["a/b/file"])
    #expect(throws: ExecutionError.outside("a/b/file")) { try disk.remove("a/b/file") }
    #expect(try outside == ["file: theirs"])
  }

  @Test("is refused by systems that cannot open a path beneath a folder, too")
  func walk() throws {
    let top = try OpenFolder("", below: disk.root)
    let (found, deep) = (try walkBeneath(top.descriptor, "a/b"), try walkBeneath(top.descriptor, "a"))
    for descriptor in [found, deep] { #expect(descriptor >= 0 && close(descriptor) == 0) }
    try exchange()
    #expect(throws: SystemError(code: ENOTDIR)) { _ = try walkBeneath(top.descriptor, "a/b") }
    #expect(throws: SystemError(code: ENOENT)) { _ = try walkBeneath(top.descriptor, "a/none") }
  }

  #if os(Linux)
    @Test("receives nothing while it is exchanged again and again")
    func race() throws {
      try folder.link("work/a/c", to: "../../outside")
      let script = """
        import ctypes, os, sys
        libc = ctypes.CDLL(None)
        one, two = b'work/a/b', b'work/a/c'
        while os.path.exists('run'):
          for _ in range(100):
            # renameat2 with RENAME_EXCHANGE
            libc.syscall({'x86_64': 316, 'aarch64': 276}[os.uname().machine], -100, one, -100, two, 2)
        """
      try folder.write("run", "")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3", "-c", script]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      try process.run()
      var written = 0
      for round in 0..<3000 {
        let new = try #require(RelativePath("a/b/new/\(round)"))
        for (path, bytes) in [("a/b/file", Array("new \(round)".utf8)), (new, [1])] as [(RelativePath, [UInt8])] {
          // A folder that is exchanged at this moment is refused.
          if case .success = Result(catching: { try disk.replace(path, with: bytes, token: "\(round)") }) {
            written += 1
          }
        }
      }
      try folder.remove("run")
      process.waitUntilExit()
      #expect(written > 0)
      #expect(try outside == ["file: theirs"])
    }
  #endif
}
