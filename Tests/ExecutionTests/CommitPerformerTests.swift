import Git
import Lanes
import TestSupport
import Testing
import TextEditing
import Versioning

@testable import Execution

@Suite("Making a commit")
struct CommitPerformerTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  private func performer(hooks: Bool = true) throws -> CommitPerformer {
    CommitPerformer(
      creation: CommitCreation(
        message: "Version 1.5.0\n\nWords.", paths: ["VERSION"], branch: "main",
        parent: .existing(try release.id(release.base)),
        runsHooks: hooks))
  }

  @Test("commits the named files and nothing else, and tells the later entries")
  func commit() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    var run = RunState()
    run.entry = 2
    _ = try performer().perform(in: release.workspace(), &run)
    let commit = try release.id(try sandbox.git("rev-parse", "main"))
    #expect(run.result.commits == [2: commit] && run.references == ["refs/heads/main": commit])
    #expect(try run.commit(.planned(entry: 2)) == commit)
    #expect(try sandbox.git("show", "--format=%B", "--name-only", "main") == "Version 1.5.0\n\nWords.\n\n\nVERSION")
    #expect(try sandbox.git("status", "--porcelain") == "M  a\n M b\n?? c")
    try release.checkHealth()
  }

  @Test("runs no hook when told")
  func withoutHooks() throws {
    for name in ["pre-commit", "commit-msg", "prepare-commit-msg"] { try sandbox.hook(name, "exit 1") }
    try sandbox.write("VERSION", "1.5.0\n")
    var run = RunState()
    _ = try performer(hooks: false).perform(in: release.workspace(), &run)
    #expect(try sandbox.git("log", "-1", "--format=%s") == "Version 1.5.0")
    #expect(throws: GitError.self) { try performer().perform(in: release.workspace(), &run) }
  }

  @Test("is refused when the branch has moved since it was verified")
  func moved() throws {
    var outlook = Outlook()
    try performer().verify(in: release.workspace(), after: &outlook)
    try sandbox.git("commit", "--quiet", "--allow-empty", "--only", "-m", "Theirs")
    let theirs = try release.id(try sandbox.git("rev-parse", "main"))
    try sandbox.write("VERSION", "1.5.0\n")
    var run = RunState()
    #expect(throws: GitError.headMoved(expected: try release.id(release.base), found: theirs)) {
      try performer().perform(in: release.workspace(), &run)
    }
    #expect(run.result.commits == [:])
  }

  @Test("waits for nobody who has locked the index")
  func lockedIndex() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    try sandbox.write(".git/index.lock", "")
    let before = try release.snapshot()
    var run = RunState()
    #expect(throws: GitError.self) { try performer().perform(in: release.workspace(), &run) }
    #expect(try release.snapshot().differences(from: before) == [])
  }
}
