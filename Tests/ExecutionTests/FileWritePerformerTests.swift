import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The file write performer")
struct FileWritePerformerTests {
  private let release: Release

  init() throws { release = try Release(dirt: false) }

  private func performer(_ path: RelativePath, _ text: String) throws -> FileWritePerformer {
    guard case .writeFile(let write) = release.write(path, text) else { throw NoWrite() }
    return FileWritePerformer(write: write)
  }

  private struct NoWrite: Error {}

  @Test("succeeds if the file has the contents of the plan, and can be undone")
  func replaced() throws {
    let performer = try performer("VERSION", "1.5.0\n")
    let (change, run) = try release.perform(performer)
    #expect(release.sandbox.read("VERSION") == "1.5.0\n")
    let (before, after) = (ContentDigest(of: Array("1.4.2\n".utf8)), ContentDigest(of: Array("1.5.0\n".utf8)))
    #expect(change == .file(FileReplacement(entry: 1, path: "VERSION", before: before, after: after, folders: [])))
    #expect(try performer.isPerformed(in: release.workspace(), run) == change)
    try change.revert(in: release.workspace(), run.folder)
    #expect(release.sandbox.read("VERSION") == "1.4.2\n")
  }

  @Test("is refused if the file has changed between the verification and the write")
  func changed() throws {
    let (changed, new) = (try performer("VERSION", "1.5.0\n"), try performer("NEW", "new\n"))
    var outlook = PendingChanges()
    try changed.verify(in: release.workspace(), after: &outlook)
    try new.verify(in: release.workspace(), after: &outlook)
    try release.sandbox.write("VERSION", "1.4.3\n")
    try release.sandbox.write("NEW", "theirs\n")
    #expect(throws: ExecutionError.changedSincePlan("VERSION")) { try release.perform(changed) }
    #expect(throws: ExecutionError.appearedSincePlan("NEW")) { try release.perform(new) }
    #expect(release.sandbox.read("VERSION") == "1.4.3\n" && release.sandbox.read("NEW") == "theirs\n")
  }

  @Test("has nothing to do, and nothing to undo, if the file already has the new contents")
  func there() throws {
    let performer = try performer("VERSION", "1.5.0\n")
    try release.sandbox.write("VERSION", "1.5.0\n")
    #expect(try release.perform(performer).change == .nothing)
  }

  @Test("is not undone over later edits", arguments: ["mine\n", nil])
  func revertChanged(text: String?) throws {
    let (change, run) = try release.perform(performer("VERSION", "1.5.0\n"))
    if let text { try release.sandbox.write("VERSION", text) } else { try release.sandbox.remove("VERSION") }
    #expect(throws: ExecutionError.changedSinceWritten("VERSION")) {
      try change.revert(in: release.workspace(), run.folder)
    }
    #expect(release.sandbox.read("VERSION") == text)
  }
}
