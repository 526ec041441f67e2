import Git
import Lanes
import TestSupport
import Testing
import Versioning

@testable import Execution

@Suite("Making a tag")
struct TagPerformerTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release(dirt: false) }

  @Test("makes an annotated tag at the commit that the run has made, and deletes it again")
  func tag() throws {
    var run = RunState()
    run.result.commits[3] = try release.id(release.base)
    let performer = TagPerformer(
      creation: TagCreation(name: "v1", message: "# One\n\nWords.", target: .planned(entry: 3)))
    let undo = try performer.perform(in: release.workspace(), &run)
    let object = try release.id(try sandbox.git("rev-parse", "v1"))
    #expect(run.references == ["refs/tags/v1": object])
    #expect(
      try sandbox.git("cat-file", "-p", "v1") == """
        object \(release.base)
        type commit
        tag v1
        tagger C. Committer <committer@example.com> 1767225660 -0330

        # One

        Words.
        """)
    try undo.revert(in: release.workspace())
    #expect(try sandbox.git("tag") == "")
  }

  @Test("does not delete a tag that somebody has moved since")
  func moved() throws {
    var run = RunState()
    let performer = TagPerformer(
      creation: TagCreation(name: "v1", message: "One", target: .existing(try release.id(release.base))))
    let undo = try performer.perform(in: release.workspace(), &run)
    try sandbox.git("tag", "--force", "v1", release.base)
    #expect(throws: GitError.self) { try undo.revert(in: release.workspace()) }
    #expect(try sandbox.git("rev-parse", "v1") == release.base)
  }

  @Test("needs the commit of an entry that makes one")
  func unknownEntry() throws {
    var run = RunState()
    let performer = TagPerformer(creation: TagCreation(name: "v1", message: "One", target: .planned(entry: 3)))
    let error = #expect(throws: ExecutionError.unknownEntry(3)) { try performer.perform(in: release.workspace(), &run) }
    #expect(error?.rendered == "error: the plan has no commit as its entry 3")
  }
}
