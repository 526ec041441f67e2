import Foundation
import Processes

/// A file system of 64 KiB in memory, if tests can mount one: as root on Linux.
struct SmallDisk {
  private let path: String

  static let isPossible: Bool = {
    guard geteuid() == 0,
      let folder = try? FileManager.default.url(
        for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: URL(fileURLWithPath: "/tmp"), create: true)
    else { return false }
    defer { try? FileManager.default.removeItem(at: folder) }
    guard let disk = try? SmallDisk(at: folder.path) else { return false }
    disk.unmount()
    return true
  }()

  struct NotMounted: Error {}

  init(at path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard Self.run("mount", ["-t", "tmpfs", "-o", "size=64k", "none", path]) else { throw NotMounted() }
  }

  func makeReadOnly() { _ = Self.run("mount", ["-o", "remount,ro", path]) }

  func unmount() { _ = Self.run("umount", [path]) }

  private static func run(_ program: String, _ arguments: [String]) -> Bool {
    let environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
    return (try? Command(program, arguments, environment: environment).run().succeeded) ?? false
  }
}
