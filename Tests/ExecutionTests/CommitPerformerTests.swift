import Git
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The commit performer")
struct CommitPerformerTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  private func performer(hooks: Bool = true) throws -> CommitPerformer {
    CommitPerformer(
      creation: CommitCreation(
        message: "Version 1.5.0\n\nWords.", files: release.files(["VERSION"]), branch: "main",
        parent: .existing(try release.id(release.base)),
        runsHooks: hooks))
  }

  @Test("commits only the named files, and passes the id to later entries")
  func commit() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    let (change, run) = try release.perform(performer(), entry: 2)
    let commit = try release.id(try sandbox.git("rev-parse", "main"))
    #expect(run.outcomes == [2: Outcome(commit: commit)] && run.references == ["refs/heads/main": commit])
    #expect(try run.commit(.planned(entry: 2)) == commit)
    guard case .commit(let move) = change else { return #expect(Bool(false), "\(change)") }
    #expect(move.parent == (try release.id(release.base)) && move.commit == commit && move.paths == ["VERSION"])
    #expect(try sandbox.git("show", "--format=%B", "--name-only", "main") == "Version 1.5.0\n\nWords.\n\n\nVERSION")
    #expect(try sandbox.git("status", "--porcelain") == "M  a\n M b\n?? c")
    try release.checkHealth()
  }

  @Test("rejects another user's commit, even on top of the planned one")
  func foreign() throws {
    #expect(try performer().isPerformed(in: release.workspace(), release.state(entry: 2)) == nil)
    try sandbox.git("commit", "--quiet", "--only", "--message=Theirs", "--", "b")
    #expect(try performer().isPerformed(in: release.workspace(), release.state(entry: 2)) == nil)
  }

  @Test("rejects a commit with the planned contents on top of another user's")
  func onTopOfForeign() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    let performer = try performer()
    func isPerformed() throws -> Bool {
      try sandbox.git("commit", "--quiet", "--only", "--message=Version 1.5.0", "--", "VERSION")
      return try performer.isPerformed(in: release.workspace(), release.state(entry: 2)) != nil
    }
    #expect(try isPerformed())
    try sandbox.git("reset", "--quiet", "--soft", release.base)
    try sandbox.git("commit", "--quiet", "--allow-empty", "--only", "--message=Theirs")
    #expect(try !isPerformed())
  }

  @Test("keeps no commit to which a hook has added a file")
  func addedByHook() throws {
    try sandbox.hook("pre-commit", "echo x > extra; git add extra")
    let plan = Release.plan([release.write("VERSION", "1.5.0\n"), try release.commit("VERSION")])
    #expect(
      try release.words(of: plan).hasPrefix(
        "error: the hook `pre-commit` changed `extra` in the commit, expected the planned contents\n"))
    #expect(try sandbox.git("rev-parse", "main") == release.base)
    #expect(try sandbox.git("status", "--porcelain") == "M  a\n M b\n?? c\n?? extra")
  }

  @Test("never commits a file whose contents no plan has shown")
  func unknownContents() throws {
    let creation = CommitCreation(
      message: "Version 1.5.0", files: [CommittedFile("VERSION", .unknown)], branch: "main",
      parent: .existing(try release.id(release.base)), runsHooks: true)
    #expect(throws: ExecutionError.unknownContents("VERSION")) {
      try release.perform(CommitPerformer(creation: creation))
    }
    #expect(try sandbox.git("rev-parse", "main") == release.base)
  }

  @Test("runs no hook if hooks are off")
  func withoutHooks() throws {
    for name in ["pre-commit", "commit-msg", "prepare-commit-msg"] { try sandbox.hook(name, "exit 1") }
    try sandbox.write("VERSION", "1.5.0\n")
    _ = try release.perform(performer(hooks: false))
    #expect(try sandbox.git("log", "-1", "--format=%s") == "Version 1.5.0")
    #expect(throws: GitError.self) { try release.perform(performer()) }
  }

  @Test("is refused when the branch has moved since it was verified")
  func moved() throws {
    var outlook = PendingChanges()
    try performer().verify(in: release.workspace(), after: &outlook)
    try sandbox.git("commit", "--quiet", "--allow-empty", "--only", "-m", "Theirs")
    let theirs = try release.id(try sandbox.git("rev-parse", "main"))
    try sandbox.write("VERSION", "1.5.0\n")
    #expect(throws: GitError.headMoved(expected: try release.id(release.base), found: theirs)) {
      try release.perform(performer())
    }
  }

  @Test("is refused beforehand if the folder of the hooks does not exist, unless hooks are off")
  func missingHooks() throws {
    try sandbox.git("config", "core.hooksPath", "/no/such/folder")
    func verify(hooks: Bool) throws {
      var pending = PendingChanges()
      try performer(hooks: hooks).verify(in: release.workspace(), after: &pending)
    }
    #expect(
      throws: GitError.invalidSetting(
        "core.hooksPath", value: "/no/such/folder", expected: "an existing folder, because no hook would run")
    ) { try verify(hooks: true) }
    try verify(hooks: false)
  }

  @Test("waits a limited time for the lock of the index")
  func lockedIndex() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    try sandbox.write(".git/index.lock", "")
    let before = try release.snapshot()
    #expect(throws: GitError.self) { try release.perform(performer()) }
    #expect(try release.snapshot().differences(from: before) == [])
  }
}
