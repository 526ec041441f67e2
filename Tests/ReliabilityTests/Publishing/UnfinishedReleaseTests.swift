import TestSupport
import Testing

@Suite(
  "A release that stopped after the push, when its job is started again",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct UnfinishedReleaseTests {
  private static let draftFirst = """
    - bump: auto
    - commit
    - tag
    - draft_release: {assets: [dist/App.zip], notes: New.}
    - push
    - publish_release
    """

  private static let draftAfterPush = """
    - bump: auto
    - commit
    - tag
    - push
    - publish_release: {assets: [dist/App.zip], notes: New.}
    """

  /// A run whose request to publish was refused, and a new clone of its repository.
  private func stopped(_ steps: String, lanes: String = "") throws -> ForgeProject {
    let forge = try ForgeProject(.github, steps: steps, lanes: lanes)
    try forge.project.git("commit", "-q", "--allow-empty", "-m", "feat: greet")
    let method = steps == Self.draftFirst ? "PATCH" : "POST"
    try forge.server.add(
      fault: #"{"kind": "status", "status": 422, "method": "\#(method)", "path": "/releases(/[0-9]+)?$", "times": 9}"#)
    let run = try forge.martlet("run", "release", "--yes")
    try #require(run.status == 3, "\(run.errors)")
    try forge.server.forgetRequests()
    try forge.project.shell("git clone -q \(forge.server.remote("owner/tool")) ../clone")
    forge.project.place = "clone"
    return forge
  }

  @Test("a draft is an error that names the command, which finishes the release")
  func draft() throws {
    let forge = try stopped(Self.draftFirst)
    try forge.expect(
      "run", "release", "--yes", status: 3,
      errors: """
        error: the release of the tag `1.5.0` is still a draft, so its run did not finish
        draft: $SERVER/owner/tool/releases/tag/untagged
        hint: finish it with `martlet resume --lane release`
        """)
    let plan = try forge.project.martlet("plan", "release")
    #expect(plan.status == 0, "\(plan.errors)")
    let resumed = try forge.martlet("resume", "--lane", "release", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try forge.releases().map(\.isDraft) == [false])
    #expect(try forge.martlet("run", "release", "--yes").status == 0)
  }

  @Test("after newer commits, the hint has the command that checks out the commit of the tag")
  func newerCommits() throws {
    let forge = try stopped(Self.draftFirst)
    try forge.project.git("commit", "-q", "--allow-empty", "-m", "docs: explain")
    try forge.expect(
      "run", "release", "--yes", status: 3,
      errors: """
        error: the release of the tag `1.5.0` is still a draft, so its run did not finish
        draft: $SERVER/owner/tool/releases/tag/untagged
        hint: in a new clone, check out its commit with `git switch --force-create main 'refs/tags/1.5.0^{commit}'`, then finish it with `martlet resume --lane release`
        """)
    try forge.project.git("switch", "-q", "--force-create", "main", "refs/tags/1.5.0^{commit}")
    let resumed = try forge.martlet("resume", "--lane", "release", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
  }

  @Test("a missing release is an error if the lane published releases when it made the tag")
  func missing() throws {
    let forge = try stopped(Self.draftAfterPush)
    try forge.expect(
      "run", "release", "--yes", status: 3,
      errors: """
        error: the forge has no release of the tag `1.5.0`, so its run did not finish
        hint: finish it with `martlet resume --lane release`
        """)
  }

  @Test("a missing release is not an error if another lane makes tags without releases")
  func otherLane() throws {
    let forge = try stopped(Self.draftAfterPush, lanes: "only_tag: {steps: [bump: minor, commit, tag, push]}")
    try forge.expect("run", "release", "--yes", status: 0, errors: "")
  }

  @Test("nothing is queried for a plan, without a token, and by a lane that publishes nothing")
  func noRequests() throws {
    let forge = try stopped(Self.draftFirst, lanes: "local: {steps: [bump: auto, commit]}")
    #expect(try forge.project.martlet("plan", "release").status == 0)
    #expect(try forge.martlet("run", "release", "--dry-run").status == 0)
    #expect(try forge.martlet("run", "local", "--yes").status == 0)
    forge.project.environment["GITHUB_TOKEN"] = nil
    #expect(try forge.martlet("run", "release", "--yes").status == 0)
    #expect(try forge.server.requests() == [])
  }

  @Test("a forge that cannot be read is a warning")
  func unreadable() throws {
    let forge = try stopped(Self.draftFirst)
    try forge.server.add(fault: #"{"kind": "status", "status": 401, "path": "releases", "times": 9}"#)
    try forge.expect(
      "run", "release", "--yes", status: 0,
      errors: """
        warning: GitHub does not accept the token for `owner/tool`
        status 401: scripted
        hint: set `GITHUB_TOKEN` to a token that can write contents (`contents: write`)
        """)
  }
}
