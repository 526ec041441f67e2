import Git
import Lanes
import TestSupport
import Testing
import Versioning

@testable import Execution

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
