import Git
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

/// The last looks before a commit with files is pushed to another repository.
@Suite("The performer of a commit with files")
struct TreePerformerTests {
  private let release: Release
  private let other: GitRemoteSandbox

  init() throws {
    release = try Release(dirt: false)
    other = try release.sandbox.addRemote("other")
  }

  /// Adds the file `tool.json` with the text of the plan; the source may have another one by now.
  private func performer(_ planned: String, now text: String) throws -> TreePerformer {
    let hash = try release.sandbox.shell("printf %s \(planned.shellWord) | git hash-object --stdin")
    let object = try #require(ObjectID(hash))
    let change = TreeChange("tool.json", from: nil, to: TreeFile(mode: "100644", object: object), .text(text))
    let branch = RemoteBranch("main", of: other.path)
    return TreePerformer(
      publication: TreePublication(
        on: branch, message: "Tool 1.5.0", TreeComparison(base: nil, changes: [change])))
  }

  private func count() throws -> String { try other.git("rev-list", "--count", "main") }

  @Test("pushes no file that has changed since the plan")
  func changed() throws {
    var pending = PendingChanges()
    #expect(throws: ExecutionError.changedSincePlan("tool.json")) {
      try performer("[1]\n", now: "[2]\n").verify(in: release.workspace(), after: &pending)
    }
    #expect(throws: ExecutionError.changedSincePlan("tool.json")) {
      try release.perform(performer("[1]\n", now: "[2]\n"))
    }
    #expect(try other.reference("refs/heads/main") == nil)
  }

  @Test("does not know whether the push arrived if the branch does not show it")
  func uncertain() throws {
    try other.hook("post-receive", "git update-ref -d refs/heads/main")
    #expect(throws: UncertainPush.self) { try release.perform(performer("[1]\n", now: "[1]\n")) }
  }

  @Test("pushes nothing if another process has pushed the same files meanwhile")
  func there() throws {
    let performer = try performer("[1]\n", now: "[1]\n")
    _ = try release.perform(performer)
    #expect(try count() == "1")
    #expect(try performer.isPerformed(in: release.workspace(), release.state()) != nil)
    _ = try release.perform(performer)
    #expect(try count() == "1")
    #expect(try other.git("log", "--format=%s", "main") == "Tool 1.5.0")
  }
}
