import Git
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("The push performer")
struct PushPerformerTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  @Test("sends the run's commit, not later ones on top of it")
  func exact() throws {
    try sandbox.hook(
      "post-commit", "git update-ref refs/heads/main $(git commit-tree -p HEAD -m Mine 'HEAD^{tree}')")
    try release.run(release.plan())
    #expect(try release.origin.reference("refs/heads/main") == sandbox.git("rev-parse", "main~"))
    #expect(try release.origin.reference("refs/tags/1.5.0^{}") == sandbox.git("rev-parse", "main~"))
    try release.checkHealth()
  }

  @Test("sends only what the plan lists")
  func nothingElse() throws {
    try sandbox.git("tag", "-m", "Mine", "mine")
    try sandbox.git("branch", "side")
    try sandbox.git("config", "push.followTags", "true")
    try release.run(release.plan())
    #expect(try release.origin.git("for-each-ref", "--format=%(refname)") == "refs/heads/main\nrefs/tags/1.5.0")
  }

  @Test("uses the branch's name on the remote")
  func otherName() throws {
    let ref = RefPush.Ref(source: "refs/heads/main", destination: "refs/heads/trunk", isCreation: false)
    try release.run(
      Release.plan([
        release.write("VERSION", "1.5.0\n"), try release.commit("VERSION"),
        .pushRefs(RefPush(remote: "origin", refs: [ref], runsHooks: true)),
      ]))
    #expect(try release.origin.reference("refs/heads/trunk") == sandbox.git("rev-parse", "main"))
    #expect(try release.origin.reference("refs/heads/main") == release.base)
  }

  @Test("runs no hook if hooks are off")
  func withoutHooks() throws {
    try sandbox.hook("pre-push", "exit 1")
    try release.run(
      Release.plan([release.write("VERSION", "1.5.0\n"), try release.commit("VERSION"), release.push(hooks: false)]))
    #expect(try release.origin.reference("refs/heads/main") == sandbox.git("rev-parse", "main"))
  }

  @Test("is not done while a commit that it sends has yet to be made, whatever the remote has")
  func plannedCommit() throws {
    guard case .pushRefs(let push) = release.push() else { throw CancellationError() }
    let performer = PushPerformer(push: push)
    var run = try release.state(entry: 2)
    #expect(try performer.isPerformed(in: release.workspace(), run) != nil)
    run.plannedReferences = ["refs/heads/main"]
    #expect(try performer.isPerformed(in: release.workspace(), run) == nil)
  }

  @Test("succeeds if the remote already has it")
  func there() throws {
    try release.run(release.plan())
    try release.run(Release.plan([release.push("1.5.0")]))
    #expect(try release.origin.reference("refs/heads/main") == sandbox.git("rev-parse", "main"))
  }
}

@Suite("The check of the remote before a run")
struct PushRehearsalTests {
  private let release: Release

  init() throws { release = try Release() }

  /// Runs the plan, which must stop before its first entry.
  private func refusal(_ plan: Plan) throws -> String {
    try release.sandbox.hook("pre-commit", "touch .git/begun")
    let words = try release.failure(of: plan)
    #expect(!release.sandbox.has(".git/begun"))
    return words
  }

  @Test("stops the run for another user's tag, and names the user")
  func tagTaken() throws {
    try release.origin.git("tag", "-m", "Theirs", "1.5.0")
    let object = try release.id(try #require(try release.origin.reference("refs/tags/1.5.0")))
    #expect(
      try refusal(release.plan()) == """
        error: `origin` already has the tag `1.5.0`: \(object.short), made by C. Committer at \
        2025-12-31 20:31:00 -0330, of the commit \(release.base.prefix(7))
        hint: this version is already released: choose the next one
        """)
  }

  @Test("stops the run for a moved branch, with both heads")
  func moved() throws {
    let other = try release.sandbox.clone(release.origin)
    let theirs = try other.commit("Other", ["other": "other\n"])
    try other.git("push", "--quiet", "origin", "main")
    #expect(
      try refusal(release.plan()) == """
        error: `origin` has commits on `main` that are not here: it is at \(theirs.prefix(7)), and \
        \(release.base.prefix(7)) does not contain it
        hint: get the commits with `git pull --rebase --autostash origin main`, then run the command again
        """)
  }

  @Test("stops the run if the server cannot be reached")
  func unreachable() throws {
    let address = "\(release.sandbox.folder.path)/gone.git"
    try release.sandbox.git("remote", "set-url", "origin", address)
    #expect(
      try refusal(release.plan()) == """
        error: `origin` could not be reached
          fatal: '\(address)' does not appear to be a git repository
          fatal: Could not read from remote repository.
          Please make sure you have the correct access rights
          and the repository exists.
        hint: see git's own error with `git ls-remote origin`
        """)
  }

  @Test("stops the run for an existing tag of the same commit")
  func mereName() throws {
    try release.origin.git("tag", "1.5.0", release.base)
    let base = release.base.prefix(7)
    #expect(
      try refusal(release.plan()) == """
        error: `origin` already has the tag `1.5.0`: \(base), made by C. Committer at \
        2025-12-31 20:31:00 -0330, of the commit \(base)
        hint: this version is already released: choose the next one
        """)
  }

  @Test("stops the run for a server without atomic pushes")
  func noAtomic() throws {
    try release.origin.git("config", "receive.advertiseAtomic", "false")
    #expect(
      try refusal(release.plan()) == """
        error: an atomic push to `origin` is not supported
        hint: push the branch first and the tag last with `push: {atomic: false}`
        """)
  }

  @Test("compares the branch with its state in the plan")
  func expected() throws {
    let older = try release.id(release.base)
    try release.sandbox.commit("Second", ["more": "more\n"])
    try release.sandbox.git("push", "--quiet", "origin", "main")
    // The second commit was removed on purpose.
    try release.origin.git("update-ref", "refs/heads/main", older.hex)
    let second = try release.id(release.sandbox.git("rev-parse", "main"))
    let ref = RefPush.Ref(
      source: "refs/heads/main", destination: "refs/heads/main", isCreation: false, expected: second)
    let words = try refusal(
      Release.plan([
        release.write("VERSION", "1.5.0\n"), .pushRefs(RefPush(remote: "origin", refs: [ref], runsHooks: true)),
      ]))
    #expect(
      words == """
        error: `main` on `origin` has changed: it is at \(older.short), expected \(second.short)
        hint: get the commits with `git pull --rebase --autostash origin main`, then run the command again
        """)
  }
}
