import SystemAPI
import TestSupport
import Testing

@testable import Execution

@Suite("Synchronising files")
struct DiskSyncTests {
  @Test("waits for any number of files, and fails if one is missing", arguments: [0, 1, 7, 8, 9, 200])
  func files(count: Int) throws {
    let folder = try TemporaryFolder()
    let names = (0..<count).map { "d\($0 % 7)/\($0)" }
    for name in names { try folder.write(name, "\(name)\n") }
    let paths = names.map { "\(folder.path)/\($0)" }
    try DiskSync.wait(forFilesAt: paths)
    DiskSync.wait(forNamesIn: Set(paths.map(\.parentFolder)))
    #expect(throws: SystemError.self) { try DiskSync.wait(forFilesAt: paths + ["\(folder.path)/none"]) }
    for missing in 0...min(count, 20) {
      let failures = DiskSync.failures(
        ofWaitingForFilesAt: paths[..<missing] + ["\(folder.path)/none"] + paths[missing...])
      #expect(failures.indices.filter { failures[$0] != nil } == [missing])
      #expect(failures[missing]?.code == 2)
    }
    // A deleted folder has no names to synchronise.
    DiskSync.wait(forNamesIn: paths + ["\(folder.path)/none"])
    #expect(names.allSatisfy { folder.read($0) == "\($0)\n" })
  }

  /// Root may read it anyway; `scripts/tests-anywhere user` tests it as another user.
  @Test("waits for a file that this user may only write")
  func writeOnly() throws {
    let folder = try TemporaryFolder()
    try folder.write("file", "text\n")
    chmod("\(folder.path)/file", 0o200)
    try DiskSync.wait(forFilesAt: ["\(folder.path)/file"])
  }
}
