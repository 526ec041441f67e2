import Git
import TestSupport
import Testing
import Versioning

@testable import Execution
@testable import Lanes

@Suite("Pushing")
struct PushPerformerTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  @Test("sends what the run has made, not what somebody has put on top of it since")
  func exact() throws {
    try sandbox.hook(
      "post-commit", "git update-ref refs/heads/main $(git commit-tree -p HEAD -m Mine 'HEAD^{tree}')")
    try release.run(release.plan())
    #expect(try release.origin.reference("refs/heads/main") == sandbox.git("rev-parse", "main~"))
    #expect(try release.origin.reference("refs/tags/1.5.0^{}") == sandbox.git("rev-parse", "main~"))
    try release.checkHealth()
  }

  @Test("sends nothing that the plan does not name")
  func nothingElse() throws {
    try sandbox.git("tag", "-m", "Mine", "mine")
    try sandbox.git("branch", "side")
    try sandbox.git("config", "push.followTags", "true")
    try release.run(release.plan())
    #expect(try release.origin.git("for-each-ref", "--format=%(refname)") == "refs/heads/main\nrefs/tags/1.5.0")
  }

  @Test("goes under the name that the branch has there")
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

  @Test("runs no hook when told")
  func withoutHooks() throws {
    try sandbox.hook("pre-push", "exit 1")
    try release.run(
      Release.plan([release.write("VERSION", "1.5.0\n"), try release.commit("VERSION"), release.push(hooks: false)]))
    #expect(try release.origin.reference("refs/heads/main") == sandbox.git("rev-parse", "main"))
  }

  @Test("counts what is there already as done")
  func there() throws {
    try release.run(release.plan())
    try release.run(Release.plan([release.push("1.5.0")]))
    #expect(try release.origin.reference("refs/heads/main") == sandbox.git("rev-parse", "main"))
  }
}

@Suite("Before anything is done, the remote is looked at")
struct PushRehearsalTests {
  private let release: Release

  init() throws { release = try Release() }

  /// Runs the plan, which has to stop before its first entry.
  private func refusal(_ plan: Plan) throws -> String {
    try release.sandbox.hook("pre-commit", "touch .git/begun")
    let words = try release.failure(of: plan)
    #expect(!release.sandbox.has(".git/begun"))
    return words
  }

  @Test("so that a tag of somebody else's stops the run, with whose it is")
  func tagTaken() throws {
    try release.origin.git("tag", "-m", "Theirs", "1.5.0")
    let object = try release.id(try #require(try release.origin.reference("refs/tags/1.5.0")))
    #expect(
      try refusal(release.plan()) == """
        error: `origin` has `refs/tags/1.5.0` already, as another object: \(object.short), made by C. Committer at \
        2025-12-31 20:31:00 -0330, of the commit \(release.base.prefix(7))
        hint: somebody has released it: choose the next version
        """)
  }

  @Test("so that a branch that has moved stops the run, with both heads")
  func moved() throws {
    let other = try release.sandbox.clone(release.origin)
    let theirs = try other.commit("Other", ["other": "other\n"])
    try other.git("push", "--quiet", "origin", "main")
    #expect(
      try refusal(release.plan()) == """
        error: `origin` has commits on `refs/heads/main` that are not here: it is at \(theirs.prefix(7)), and \
        \(release.base.prefix(7)) does not follow it
        hint: get them with `git pull --rebase origin main`, then run the command again
        """)
  }

  @Test("so that a server that cannot be reached stops the run")
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
        hint: see what git says with `git ls-remote origin`
        """)
  }

  @Test("so that a tag of the very commit that there is stops the run")
  func mereName() throws {
    try release.origin.git("tag", "1.5.0", release.base)
    let base = release.base.prefix(7)
    #expect(
      try refusal(release.plan()) == """
        error: `origin` has `refs/tags/1.5.0` already, as another object: \(base), made by C. Committer at \
        2025-12-31 20:31:00 -0330, of the commit \(base)
        hint: somebody has released it: choose the next version
        """)
  }

  @Test("so that a server without atomic pushes stops the run")
  func noAtomic() throws {
    try release.origin.git("config", "receive.advertiseAtomic", "false")
    #expect(
      try refusal(release.plan()) == """
        error: `origin` cannot take several references at once or not at all
        hint: send the branch first and the tag last with `push: {atomic: false}`
        """)
  }

  @Test("at what it had when the plan was made")
  func expected() throws {
    let older = try release.id(release.base)
    try release.sandbox.commit("Second", ["more": "more\n"])
    try release.sandbox.git("push", "--quiet", "origin", "main")
    // Somebody has taken the second commit back on purpose.
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
        error: `refs/heads/main` of `origin` is at \(older.short), expected \(second.short)
        hint: get them with `git pull --rebase origin main`, then run the command again
        """)
  }
}
