import Lanes
import TestSupport
import Testing

@testable import Execution

@Suite("A push that may have arrived")
struct UncertainPushTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  @Test("keeps everything if the remote accepted it but shows something else, and suggests how to check")
  func somethingElse() throws {
    try release.origin.hook("post-receive", "git update-ref refs/heads/main \(release.base)")
    let words = try release.words(of: release.plan())
    let (commit, tag) = (try sandbox.git("rev-parse", "main"), try sandbox.git("rev-parse", "1.5.0"))
    #expect(
      words == """
        error: whether the push arrived at `origin` is unknown: `origin` does not show what was pushed: `main` is at \
        \(release.base.prefix(7)), expected \(commit.prefix(7))
          pushed \(commit) to refs/heads/main
          pushed \(tag) to refs/tags/1.5.0
        stopped at entry 5, push; nothing was undone, because it may be public; `martlet finish` checks \
        and continues
        hint: see what the remote has with `git ls-remote origin refs/heads/main refs/tags/1.5.0`
        """)
    #expect(sandbox.read("VERSION") == "1.5.0\n")
    #expect(try release.origin.reference("refs/tags/1.5.0") == tag)
    try release.checkHealth()
  }
}
