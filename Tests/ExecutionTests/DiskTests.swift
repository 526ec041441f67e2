import Foundation
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The disk")
struct DiskTests {
  private let folder: TemporaryFolder
  private let disk: Disk

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("work")
    disk = Disk(root: "\(folder.path)/work")
  }

  /// The files that remain in the folder.
  private var names: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: disk.root).sorted() }
  }

  private func mode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(disk.root)/\(name)")
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  @Test("resolves `..` in a path, which must stay inside")
  func parents() throws {
    try folder.makeFolder("work/App")
    try folder.makeFolder("other")
    #expect(disk.path(of: "App/../VERSION", in: nil) == "VERSION")
    #expect(disk.path(of: "../VERSION", in: "App") == "VERSION")
    // It leaves the root first, even though it comes back.
    #expect(disk.path(of: "../work/VERSION", in: nil) == nil)
    #expect(disk.path(of: "../VERSION", in: nil) == nil)
    #expect(disk.path(of: "../other/../VERSION", in: nil) == nil)
    #expect(disk.path(of: "/VERSION", in: nil) == nil)
  }

  @Test("reads a file's exact bytes", arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000])
  func contents(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.write("work/a/b", bytes)
    #expect(try disk.contents(at: "a/b") == bytes)
    try disk.replace("a/b", with: bytes.reversed())
    #expect(try disk.contents(at: "a/b") == bytes.reversed())
    #expect(try names == ["a", "a/b"])
  }

  @Test("reports a missing path, also below a file")
  func nothing() throws {
    try folder.write("work/file", "x")
    #expect(try disk.contents(at: "no") == nil)
    #expect(try disk.contents(at: "no/no") == nil)
    #expect(try disk.contents(at: "file/no") == nil)
    #expect(try disk.destination(of: "no/no") == "no/no")
  }

  @Test("keeps the mode of a replaced file", arguments: [0o600, 0o644, 0o664, 0o755, 0o4755])
  func mode(mode: Int) throws {
    try folder.write("work/file", "old")
    try folder.setMode(mode, of: "work/file")
    try disk.replace("file", with: Array("new".utf8))
    #expect(folder.read("work/file") == "new")
    #expect(try self.mode(of: "file") == mode)
  }

  @Test("creates a file and its parent folders, lists them, and removes all of them again")
  func newFile() throws {
    try folder.makeFolder("work/a")
    #expect(disk.missingFolders(above: "a/b/c/file") == ["a/b", "a/b/c"])
    try disk.replace("a/b/c/file", with: [1, 2])
    #expect(folder.bytes(of: "work/a/b/c/file") == [1, 2])
    try disk.remove("a/b/c/file", with: ["a/b", "a/b/c"])
    #expect(try names == ["a"])
  }

  @Test("keeps a folder that has other contents")
  func sharedFolder() throws {
    let folders = disk.missingFolders(above: "a/b/file")
    try disk.replace("a/b/file", with: [1])
    try folder.write("work/a/other", "x")
    try disk.remove("a/b/file", with: folders)
    #expect(try names == ["a", "a/other"])
  }

  @Test("accepts the removal of a missing file")
  func removeNothing() throws {
    try disk.remove("no")
    #expect(try names == [])
  }

  @Test("follows a link inside, and keeps it", arguments: ["../real/file", "link2"])
  func link(destination: String) throws {
    try folder.write("work/real/file", "old")
    try folder.setMode(0o640, of: "work/real/file")
    try folder.makeFolder("work/links")
    try folder.link("work/links/link", to: destination)
    try folder.link("work/links/link2", to: "../real/file")
    #expect(try disk.contents(at: "links/link") == Array("old".utf8))
    try disk.checkWritable("links/link")
    try disk.replace("links/link", with: Array("new".utf8))
    #expect(folder.read("work/real/file") == "new")
    #expect(try mode(of: "real/file") == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(disk.root)/links/link") == destination)
    #expect(try disk.destination(of: "links/link") == "real/file")
    #expect(try names == ["links", "links/link", "links/link2", "real", "real/file"])
  }

  @Test("follows a linked folder inside")
  func linkedFolder() throws {
    try folder.write("work/real/file", "old")
    try folder.link("work/link", to: "real")
    try disk.replace("link/file", with: Array("new".utf8))
    #expect(folder.read("work/real/file") == "new")
    #expect(try disk.destination(of: "link/file") == "real/file")
  }

  /// Every operation on a path.
  private func everything(_ path: RelativePath) -> [ExecutionError?] {
    func error(_ body: () throws -> Void) -> ExecutionError? {
      do {
        try body()
        return nil
      } catch {
        return error as? ExecutionError
      }
    }
    return [
      error { _ = try disk.contents(at: path) }, error { try disk.checkWritable(path) },
      error { try disk.replace(path, with: [1]) }, error { try disk.remove(path) },
    ]
  }

  @Test("refuses a link to the outside", arguments: ["../outside", "/etc/hostname", "../workbench/file"])
  func outside(destination: String) throws {
    try folder.write("outside", "mine")
    try folder.write("workbench/file", "mine")
    try folder.link("work/link", to: destination)
    guard FileManager.default.fileExists(atPath: "\(disk.root)/link") else { return }
    #expect(everything("link") == Array(repeating: .outside("link"), count: 4))
    #expect(folder.read("outside") == "mine" && folder.read("workbench/file") == "mine")
  }

  @Test("refuses a linked folder outside, and creates nothing there")
  func outsideFolder() throws {
    try folder.write("outside/file", "mine")
    try folder.link("work/link", to: "../outside")
    #expect(everything("link/file") == Array(repeating: .outside("link/file"), count: 4))
    #expect(everything("link/new/file") == [nil, .outside("link/new/file"), .outside("link/new/file"), nil])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/outside") == ["file"])
    #expect(folder.read("outside/file") == "mine")
  }

  @Test("refuses a dangling link, and one to itself")
  func dangling() throws {
    try folder.link("work/gone", to: "nowhere")
    try folder.link("work/loop", to: "loop")
    #expect(everything("gone") == Array(repeating: .danglingLink("gone"), count: 4))
    #expect(everything("loop") == Array(repeating: .cannotRead("loop", code: ELOOP), count: 4))
    #expect(try names == ["gone", "loop"])
  }

  @Test("refuses special files, without waiting for a writer")
  func noFile() throws {
    try folder.makeFolder("work/folder")
    #expect(mkfifo("\(disk.root)/fifo", 0o600) == 0)
    #expect(everything("folder") == Array(repeating: .notAFile("folder"), count: 4))
    #expect(everything("fifo") == Array(repeating: .notAFile("fifo"), count: 4))
    #expect(try names == ["fifo", "folder"])
  }

  @Test("refuses a device")
  func device() {
    let devices = Disk(root: "/dev")
    #expect(throws: ExecutionError.notAFile("null")) { try devices.contents(at: "null") }
    #expect(throws: ExecutionError.notAFile("null")) { try devices.replace("null", with: [1]) }
  }

  @Test("treats a read-only file as one, also as root", arguments: [0o444, 0o400, 0o555])
  func readOnly(mode: Int) throws {
    try folder.write("work/file", "x")
    try folder.setMode(mode, of: "work/file")
    #expect(throws: ExecutionError.readOnly("file", mode: UInt32(mode))) { try disk.checkWritable("file") }
  }

  @Test("checks whether a file can be created")
  func creatable() throws {
    try folder.write("work/file", "x")
    try disk.checkWritable("new")
    try disk.checkWritable("some/new/file")
    #expect(throws: ExecutionError.cannotWrite("file/new", code: ENOTDIR)) { try disk.checkWritable("file/new") }
    #expect(throws: ExecutionError.cannotWrite("file/new", code: ENOTDIR)) { try disk.replace("file/new", with: [1]) }
    #expect(try names == ["file"])
  }

  @Test("overwrites leftovers of a killed run with the same number")
  func leftover() throws {
    try folder.write("work/.martlet-\(getpid())", "half")
    try disk.replace("file", with: [7])
    #expect(folder.bytes(of: "work/file") == [7])
    #expect(try names == ["file"])
  }

  @Test("replaces a file with the longest possible name")
  func longName() throws {
    let name = String(repeating: "n", count: 255)
    let path = try #require(RelativePath(name))
    try disk.replace(path, with: [1])
    try disk.replace(path, with: [2])
    #expect(try disk.contents(at: path) == [2])
  }

  @Test(
    "leaves nothing behind in a folder that is not writable", .enabled(if: geteuid() != 0, "root may write everywhere"))
  func forbiddenFolder() throws {
    try folder.write("work/a/file", "old")
    try folder.setMode(0o555, of: "work/a")
    defer { try? folder.setMode(0o755, of: "work/a") }
    let error = ExecutionError.cannotWrite("a/file", code: EACCES)
    #expect(throws: error) { try disk.checkWritable("a/file") }
    #expect(throws: error) { try disk.replace("a/file", with: [1]) }
    #expect(throws: ExecutionError.cannotWrite("a/b/c", code: EACCES)) { try disk.checkWritable("a/b/c") }
    #expect(throws: ExecutionError.cannotWrite("a/b/c", code: EACCES)) { try disk.replace("a/b/c", with: [1]) }
    #expect(try names == ["a", "a/file"])
    #expect(folder.read("work/a/file") == "old")
  }

  @Test("keeps only the old file on a full disk", .enabled(if: SmallDisk.isPossible))
  func fullDisk() throws {
    let small = try SmallDisk(at: "\(disk.root)/small")
    defer { small.unmount() }
    try folder.write("work/small/file", "old")
    let large = [UInt8](repeating: 1, count: 1 << 20)
    #expect(throws: ExecutionError.cannotWrite("small/file", code: ENOSPC)) {
      try disk.replace("small/file", with: large)
    }
    #expect(throws: ExecutionError.cannotWrite("small/a/b", code: ENOSPC)) {
      try disk.replace("small/a/b", with: large)
    }
    #expect(try names == ["small", "small/file"])
    #expect(folder.read("work/small/file") == "old")
    small.makeReadOnly()
    #expect(throws: ExecutionError.cannotWrite("small/file", code: EROFS)) { try disk.checkWritable("small/file") }
    #expect(throws: ExecutionError.cannotWrite("small/new", code: EROFS)) { try disk.checkWritable("small/new") }
  }
}
