import Git
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The tag performer")
struct TagPerformerTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release(dirt: false) }

  @Test("creates an annotated tag at the commit, and deletes it on undo")
  func tag() throws {
    let performer = TagPerformer(
      creation: TagCreation(
        name: "v1", message: "# One\n\nWords.", target: .existing(try release.id(release.base))))
    let (change, run) = try release.perform(performer)
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
    #expect(try performer.isPerformed(in: release.workspace(), run) == change)
    try change.revert(in: release.workspace(), run.folder)
    #expect(try sandbox.git("tag") == "")
    #expect(try performer.isPerformed(in: release.workspace(), run) == nil)
  }

  @Test("does not delete a tag that has moved since")
  func moved() throws {
    let performer = TagPerformer(
      creation: TagCreation(name: "v1", message: "One", target: .existing(try release.id(release.base))))
    let (change, run) = try release.perform(performer)
    try sandbox.git("tag", "--force", "v1", release.base)
    try change.revert(in: release.workspace(), run.folder)
    #expect(try sandbox.git("rev-parse", "v1") == release.base)
  }

  @Test("is refused beforehand without an identity")
  func noIdentity() throws {
    let performer = TagPerformer(
      creation: TagCreation(name: "v1", message: "One", target: .existing(try release.id(release.base))))
    for name in ["GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"] { sandbox.environment[name] = nil }
    try sandbox.git("config", "user.useConfigOnly", "true")
    #expect(throws: GitError.self) {
      var pending = PendingChanges()
      try performer.verify(in: release.workspace(), after: &pending)
    }
  }

  @Test("is signed as the plan says, whatever git's configuration says")
  func signing() throws {
    func create(_ name: String, isSigned: Bool?) throws {
      var creation = TagCreation(name: name, message: "One", target: .existing(try release.id(release.base)))
      creation.isSigned = isSigned
      _ = try release.perform(TagPerformer(creation: creation))
    }
    try sandbox.git("config", "gpg.program", "/no/such/gpg")
    try create("configured", isSigned: nil)
    #expect(throws: GitError.self) { try create("signed", isSigned: true) }
    try sandbox.git("config", "tag.gpgSign", "true")
    #expect(throws: GitError.self) { try create("signed", isSigned: nil) }
    try create("unsigned", isSigned: false)
    #expect(try sandbox.git("tag") == "configured\nunsigned")
  }

  @Test("requires an entry that creates the commit")
  func unknownEntry() throws {
    let performer = TagPerformer(creation: TagCreation(name: "v1", message: "One", target: .planned(entry: 3)))
    let error = #expect(throws: ExecutionError.unknownEntry(3)) { try release.perform(performer) }
    #expect(error?.rendered == "error: entry 3 of the plan is not a commit")
  }
}
