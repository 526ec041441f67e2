import TestSupport
import Testing

@Suite("Announcing a release on a forge", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct AnnouncedReleaseTests {
  private let forge: ForgeProject
  private let receiver: AnnouncementReceiver

  init() throws {
    receiver = try AnnouncementReceiver()
    forge = try ForgeProject(
      .github, steps: ForgeProject.stepsWithOneAsset + "\n- announce",
      version: """
        manifests: [{plain: VERSION}]
        channels:
          team: {kind: slack, url_env: TEAM_HOOK}
          social: {kind: mastodon, server: "\(receiver.address)", token_env: SOCIAL_TOKEN}
        """)
    forge.project.environment["TEAM_HOOK"] = "\(receiver.address)/hook"
    forge.project.environment["SOCIAL_TOKEN"] = "chat-secret"
    forge.project.environment.allow("SOCIAL_TOKEN", at: receiver.address)
  }

  @Test("`martlet announce` posts nothing while the release is a draft, to which the posts would link")
  func draft() throws {
    try forge.server.add(fault: #"{"kind": "status", "status": 422, "method": "PATCH"}"#)
    #expect(try forge.martlet("run", "release", "--yes").status == 3)
    try forge.enterClone()
    try forge.expect(
      "announce", "--yes", "--quiet", status: 1,
      errors: """
        error: GitHub shows no published release of `1.5.0` in `owner/tool`, and the announcement would link to it
        hint: if its run has stopped, finish the run, in a new clone with `martlet run LANE`; a private repository also needs `GITHUB_TOKEN`
        """)
    #expect(try receiver.postCounts().values.reduce(0, +) == 0)
    let resumed = try forge.martlet("run", "release", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try receiver.postCounts().values.reduce(0, +) == 2)
  }

  @Test("a token that a channel refuses stops the run before anything is public")
  func refusedToken() throws {
    try receiver.add(fault: #"{"kind": "answer", "status": 401, "body": "refused"}"#)
    try forge.expect(
      "run", "release", "--yes", "--quiet", status: 4,
      errors: """
        error: channel `social`: Mastodon does not accept the token
        status 401: refused
        hint: set `SOCIAL_TOKEN` to a valid token
        """)
    #expect(try forge.project.git("status", "--porcelain").isEmpty)
    #expect(try forge.project.git("ls-remote", "--tags", "origin").contains("1.5.0") == false)
    forge.project.environment["SOCIAL_TOKEN"] = "another"
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try receiver.postCounts().values.reduce(0, +) == 2)
  }

  @Test("a channel that is out of order before the push does not stop the release")
  func channelOutOfOrder() throws {
    try receiver.add(fault: #"{"kind": "lose"}"#)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try receiver.postCounts().values.reduce(0, +) == 2)
  }

  @Test("a link to another page needs no release")
  func otherLink() throws {
    try forge.setSteps("- publish_release: {tag: 1.4.2, notes: New.}\n- announce: {tag: 1.4.2, link: https://a.b}")
    let outcome = try forge.martlet("announce", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.server.requests() == [])
  }

  @Test("`martlet announce` leaves out the channels that a run has posted on, unless `--again` is given")
  func again() throws {
    let environment = forge.project.environment
    forge.project.environment["TEAM_HOOK"] = "\(receiver.address)/status/404"
    #expect(try forge.martlet("run", "release", "--yes").status == 3)
    #expect(try forge.martlet("undo", "--keep", "--yes").status == 0)
    forge.project.environment = environment
    try forge.expect(
      "announce", "--yes", status: 0,
      output: """
        announce
             ── point of no return ──
          1  announce  post  on team (Slack)  "Tool 1.5.0"
             │ Tool 1.5.0
             │ 
             │ Changed:
             │ - Release on a forge ($COMMIT)
             │ - Work ($COMMIT)
             │ 
             │ $SERVER/owner/tool/releases/tag/1.5.0
          left out `social`: run $RUN has announced `1.5.0` there; `martlet announce --again` posts it again
        done  posted on team
        """, errors: "post on team (Slack) …")
    try forge.expect(
      "announce", "--yes", status: 0,
      output: """
        announce
          nothing to do
          left out `team`: run $RUN has announced `1.5.0` there; `martlet announce --again` posts it again
          left out `social`: run $RUN has announced `1.5.0` there; `martlet announce --again` posts it again
        """, errors: "")
    #expect(try receiver.postCounts()["social"] == 1)
    #expect(try receiver.postCounts()["team"] == 1)
    let preview = try forge.project.martlet("announce", "--preview", "social")
    #expect(preview.output.hasPrefix("on social (Mastodon): \"Tool 1.5.0\"\n"), "\(preview.output)")
    #expect(try forge.martlet("announce", "social", "--again", "--yes").status == 0)
    #expect(try receiver.postCounts()["social"] == 2)
  }
}
