import Lanes
import TestSupport
import Testing
import TextEditing

@testable import Execution

@Suite("Writing a file")
struct FileWritePerformerTests {
  private let release: Release

  init() throws { release = try Release(dirt: false) }

  private func performer(_ path: RelativePath, _ text: String) throws -> FileWritePerformer {
    guard case .writeFile(let write) = release.write(path, text) else { throw NoWrite() }
    return FileWritePerformer(write: write)
  }

  private struct NoWrite: Error {}

  @Test("is done when the file holds what the plan was made from, and can be taken back")
  func replaced() throws {
    let performer = try performer("VERSION", "1.5.0\n")
    var run = RunState()
    let undo = try performer.perform(in: release.workspace(), &run)
    #expect(release.sandbox.read("VERSION") == "1.5.0\n")
    #expect(
      undo
        == .restoreFile("VERSION", contents: Array("1.4.2\n".utf8), written: ContentDigest(of: Array("1.5.0\n".utf8))))
    try undo.revert(in: release.workspace())
    #expect(release.sandbox.read("VERSION") == "1.4.2\n")
  }

  @Test("is refused when somebody was there between the verification and the write")
  func changed() throws {
    let (changed, new) = (try performer("VERSION", "1.5.0\n"), try performer("NEW", "new\n"))
    var outlook = Outlook()
    try changed.verify(in: release.workspace(), after: &outlook)
    try new.verify(in: release.workspace(), after: &outlook)
    try release.sandbox.write("VERSION", "1.4.3\n")
    try release.sandbox.write("NEW", "theirs\n")
    var run = RunState()
    #expect(throws: ExecutionError.changedSincePlan("VERSION")) { try changed.perform(in: release.workspace(), &run) }
    #expect(throws: ExecutionError.appearedSincePlan("NEW")) { try new.perform(in: release.workspace(), &run) }
    #expect(release.sandbox.read("VERSION") == "1.4.3\n" && release.sandbox.read("NEW") == "theirs\n")
  }

  @Test("has nothing to do, and nothing to take back, where the file is that already")
  func there() throws {
    let performer = try performer("VERSION", "1.5.0\n")
    try release.sandbox.write("VERSION", "1.5.0\n")
    var run = RunState()
    #expect(try performer.perform(in: release.workspace(), &run) == .nothing)
  }

  @Test("is not taken back over what somebody has written since", arguments: ["1.4.2\n", "mine\n", nil])
  func revertChanged(text: String?) throws {
    var run = RunState()
    let undo = try performer("VERSION", "1.5.0\n").perform(in: release.workspace(), &run)
    if let text { try release.sandbox.write("VERSION", text) } else { try release.sandbox.remove("VERSION") }
    #expect(throws: ExecutionError.changedSinceWritten("VERSION")) { try undo.revert(in: release.workspace()) }
    #expect(release.sandbox.read("VERSION") == text)
  }
}
