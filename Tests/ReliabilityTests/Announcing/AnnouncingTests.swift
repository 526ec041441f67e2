import TestSupport
import Testing

@Suite("Announcing a release", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct AnnouncingTests {
  @Test("a run posts exactly the texts of the plan, and reports the addresses")
  func run() throws {
    let announced = try AnnouncedProject(
      steps: """
        - {announce: , id: news}
        - message: "Read ${steps.news.addresses}"
        """)
    let preview = try announced.project.martlet("announce", "--preview")
    #expect(
      preview.output == """
        on blog (Micropub): "Cool 1.4.2", with 1 picture

        ## Added

        ### Undo

        Of every step.

        \(AnnouncedProject.page)

        on social (Mastodon): "Cool 1.4.2", with 1 picture

        Cool 1.4.2

        Added:
        - Undo

        \(AnnouncedProject.page)

        on team (Slack): "Cool 1.4.2"

        Cool 1.4.2

        Added:
        - Undo

        \(AnnouncedProject.page)
        """)
    let plan = try announced.project.martlet("plan", "announce")
    #expect(plan.output.contains("     │ ### Undo\n     │ \n     │ Of every step.\n"), "\(plan.output)")
    let run = try announced.martlet("run", "announce", "--yes")
    #expect(run.status == 0, "\(run.errors)")
    let address = announced.receiver.address
    let addresses = [
      "\(address)/blog/1", "\(address)/@me/1", "team",
    ]
    #expect(
      run.output.contains("done\n\(addresses.map { "  posted on \($0)" }.joined(separator: "\n"))"), "\(run.output)")
    #expect(run.errors.contains("Read \(address)/blog/1"), "\(run.errors)")
    let status = try announced.project.martlet("status", "--json")
    #expect(status.output.contains(#""url" : "\#(address)/blog/1""#), "\(status.output)")
    #expect(
      try announced.receiver.posts().contains(
        ###""content": ["## Added\n\n### Undo\n\nOf every step.\n\n"### + AnnouncedProject.page))
  }

  @Test("no secret is in a plan, an output or a journal")
  func secrets() throws {
    let announced = try AnnouncedProject(hook: "/status/404/secret-address")
    let outcomes = [
      try announced.martlet("plan", "announce", "--json"),
      try announced.martlet("run", "announce", "--yes", "--verbose"),
      try announced.martlet("status", "--json"), try announced.martlet("finish", "--yes", "--json"),
    ]
    let texts = outcomes.flatMap { [$0.output, $0.errors] } + [try announced.journals()]
    for text in texts {
      #expect(!text.contains("secret-address"), "\(text)")
      #expect(!text.contains("token-of-"), "\(text)")
    }
  }

  @Test("a channel that refuses stops the steps after it but not the other channels, and only it is repeated")
  func refused() throws {
    let announced = try AnnouncedProject(
      steps: "- announce\n- run: [touch, told]", hook: "/status/404")
    let outcome = try announced.martlet("run", "announce", "--yes")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains(
        """
        error: channel `team`: Slack accepts no posts at the address in `TEAM_HOOK`
        status 404: ok
        stopped at entry 3, announce; already public: the announcement on `blog`, the announcement on `social`; nothing was undone; \
        `martlet finish` continues from here
        hint: set `TEAM_HOOK` to the address that Slack shows for it
        """), "\(outcome.errors)")
    #expect(announced.project.read("told") == nil)
    announced.project.environment["TEAM_HOOK"] = "\(announced.receiver.address)/hook"
    let count = announced.receiver.requests.count
    let resumed = try announced.martlet("finish", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(announced.project.read("told") == "")
    #expect(announced.receiver.requests.dropFirst(count) == ["POST /hook"])
  }

  @Test("several channels that fail are all named")
  func severalFailures() throws {
    let announced = try AnnouncedProject(hook: "/lost")
    let address = announced.receiver.address
    try announced.project.shell(
      """
      sed -i 's#server: \(address)$#server: \(address)/status/401#' Releasefile
      git commit -qam 'Change the servers'
      """)
    let outcome = try announced.martlet("run", "announce", "--yes")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains("error: channel `social`: Mastodon does not accept the token\n"),
      "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        """
        error: channel `team`: the announcement may have been sent: the answer of Slack was lost
        """), "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "hint: look for it on the channel, then `martlet finish --skip` if it is there, otherwise `martlet finish --repeat`"
      ))
    #expect(try announced.receiver.postCounts() == ["blog": 1, "social": 0, "team": 0])
    let status = try announced.project.martlet("status")
    #expect(status.output.contains("martlet finish --repeat"), "\(status.output)")
  }

  @Test("a tag that is not public, and a missing secret, stop the run before the first post")
  func preconditions() throws {
    let announced = try AnnouncedProject()
    try announced.project.git("push", "-q", "origin", ":refs/tags/1.4.2")
    try announced.project.expectRefusal(
      "run", "announce", "--yes",
      says: """
        error: the remote `origin` has no tag `1.4.2`, so there is no release to announce yet
        hint: push the tag with `git push origin refs/tags/1.4.2`, then announce it
        """)
    try announced.project.shell("git push -q origin HEAD:refs/tags/1.4.2")
    try announced.project.expectRefusal(
      "run", "announce", "--yes", status: 5,
      says: """
        error: the tag `1.4.2` on the remote `origin` is not the one of this repository
        hint: compare the two with `git ls-remote origin refs/tags/1.4.2` and `git show 1.4.2`
        """)
    try announced.project.git("push", "-qf", "origin", "refs/tags/1.4.2")
    announced.project.environment["TEAM_HOOK"] = nil
    let outcome = try announced.martlet("run", "announce", "--yes")
    #expect(outcome.status == 4)
    #expect(
      outcome.errors.contains(
        """
        error: channel `team` (Slack): `TEAM_HOOK` is not set
        hint: set `TEAM_HOOK` before the run
        """), "\(outcome.errors)")
    #expect(announced.receiver.requests == [])
  }
}
