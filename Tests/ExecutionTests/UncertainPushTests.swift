import Lanes
import TestSupport
import Testing

@testable import Execution

@Suite("A push that may have arrived")
struct UncertainPushTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  @Test("leaves all as it is when the remote said yes and shows something else, and says how to find out")
  func somethingElse() throws {
    try release.origin.hook("post-receive", "git update-ref refs/heads/main \(release.base)")
    let words = try release.words(of: release.plan())
    let (commit, tag) = (try sandbox.git("rev-parse", "main"), try sandbox.git("rev-parse", "1.5.0"))
    #expect(
      words == """
        error: whether `origin` has the push is not known: `origin` does not show what was pushed: its `refs/heads/main` is at \
        \(release.base.prefix(7)), expected \(commit.prefix(7))
          pushed was \(commit) to refs/heads/main
          pushed was \(tag) to refs/tags/1.5.0
        stopped at entry 5, push; nothing was taken back, because it may be public; `martlet resume` finds out \
        and goes on
        hint: see what it has with `git ls-remote origin refs/heads/main refs/tags/1.5.0`
        """)
    #expect(sandbox.read("VERSION") == "1.5.0\n")
    #expect(try release.origin.reference("refs/tags/1.5.0") == tag)
    try release.checkHealth()
  }
}
