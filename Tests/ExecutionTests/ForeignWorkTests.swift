import Archiving
import Git
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

/// What looks like the run's work and is not.
@Suite("Work of another user")
struct ForeignWorkTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release(dirt: false) }

  /// The commit of `VERSION` as 1.5.0, which is not on disk.
  private func commit() throws -> CommitPerformer {
    CommitPerformer(
      creation: CommitCreation(
        message: "Version 1.5.0", files: [CommittedFile("VERSION", .init(of: Array("1.5.0\n".utf8)))], branch: "main",
        parent: .existing(try release.id(release.base)), runsHooks: true))
  }

  private func isPerformed() throws -> Bool {
    try commit().isPerformed(in: release.workspace(), release.state()) != nil
  }

  @Test("does not count as the commit of the run if its subject, files or contents differ, or its parent")
  func foreignCommit() throws {
    for (subject, files) in [
      ("Raise the version", ["VERSION": "1.5.0\n"]), ("Version 1.5.0", ["VERSION": "1.5.1\n"]),
      ("Version 1.5.0", ["VERSION": "1.5.0\n", "a": "more\n"]),
    ] {
      try sandbox.git("reset", "--quiet", "--hard", release.base)
      try sandbox.commit(subject, files)
      #expect(try !isPerformed(), "\(subject) \(files)")
    }
    try sandbox.git("reset", "--quiet", "--hard", release.base)
    try sandbox.commit("Theirs", ["b": "theirs\n"])
    try sandbox.commit("Version 1.5.0", ["VERSION": "1.5.0\n"])
    #expect(try !isPerformed())
    try sandbox.git("reset", "--quiet", "--hard", release.base)
    try sandbox.commit("Version 1.5.0", ["VERSION": "1.5.0\n"])
    try sandbox.commit("Later", ["b": "later\n"])
    #expect(try isPerformed())
  }

  @Test("in a file while the commit is made stops the run")
  func changedDuringCommit() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    try sandbox.hook("commit-msg", "echo changed > VERSION")
    #expect(throws: ExecutionError.changedSinceWritten("VERSION")) { try release.perform(commit()) }
    #expect(try sandbox.git("rev-parse", "main") == release.base)
  }

  @Test("is a tag of that name on another commit")
  func foreignTag() throws {
    let base = try release.id(release.base)
    let other = try release.id(sandbox.commit("Theirs"))
    try sandbox.git("tag", "-m", "Theirs", "1.5.0")
    let performer = TagPerformer(creation: TagCreation(name: "1.5.0", message: "One", target: .existing(base)))
    #expect(throws: GitError.tagExists("1.5.0", target: other)) {
      try performer.isPerformed(in: release.workspace(), release.state())
    }
    let own = TagPerformer(creation: TagCreation(name: "1.5.0", message: "One", target: .existing(other)))
    #expect(try own.isPerformed(in: release.workspace(), release.state()) != nil)
  }

  @Test("is a commit whose files differ from the run's: it is not pushed")
  func changedCommit() throws {
    let commit = try release.id(sandbox.commit("Version 1.5.0", ["VERSION": "1.5.1\n"]))
    var run = try release.state()
    let planned = CommittedFile("VERSION", .init(of: Array("1.5.0\n".utf8)))
    run.note(
      .commit(
        CommitMove(
          entry: 1, branch: "main", parent: try release.id(release.base), commit: commit,
          files: [planned])))
    let ref = RefPush.Ref(source: "refs/heads/main", destination: "refs/heads/main", isCreation: false)
    let performer = PushPerformer(push: RefPush(remote: "origin", refs: [ref], runsHooks: true))
    #expect(throws: ExecutionError.commitDiffers(commit, path: "VERSION")) {
      _ = try performer.prepare(in: release.workspace(), run)
    }
  }

  @Test("is a folder behind a link: an archive is not written through it")
  func linkedFolder() throws {
    try sandbox.folder.makeFolder("outside")
    try sandbox.link("out", to: "../outside")
    let write = ArchiveWrite(
      .commit(.existing(try release.id(release.base))), as: .tar, to: .file("out/tool.tar"), ExportOptions())
    var pending = PendingChanges()
    #expect(throws: ExecutionError.outside("out/tool.tar")) {
      try ArchivePerformer(write: write).verify(in: release.workspace(), after: &pending)
    }
  }
}
