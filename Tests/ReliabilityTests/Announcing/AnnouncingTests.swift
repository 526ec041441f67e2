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

        on social (Mastodon): "Cool 1.4.2", with 1 picture

        Cool 1.4.2

        Added:
        - Undo

        on chat (Matrix): "Cool 1.4.2"

        Cool 1.4.2

        Added:
        - Undo

        on team (Slack): "Cool 1.4.2"

        Cool 1.4.2

        Added:
        - Undo
        """)
    let plan = try announced.project.martlet("plan", "announce")
    #expect(plan.output.contains("     │ ### Undo\n     │ \n     │ Of every step.\n"), "\(plan.output)")
    let run = try announced.martlet("run", "announce", "--yes")
    #expect(run.status == 0, "\(run.errors)")
    let address = announced.receiver.address
    let addresses = ["\(address)/blog/1", "\(address)/@me/1", "https://matrix.to/#/%21r%3Aa.example/%241"]
    #expect(run.output.contains("done  \(addresses.map { "posted on \($0)" }.joined(separator: "  "))  posted on team"))
    #expect(run.errors.contains("Read \(address)/blog/1"), "\(run.errors)")
    let status = try announced.project.martlet("status", "--json")
    #expect(status.output.contains(#""url" : "\#(address)/blog/1""#), "\(status.output)")
    #expect(try announced.receiver.posts().contains(###""content": ["## Added\n\n### Undo\n\nOf every step."]"###))
  }

  @Test("no secret is in a plan, an output or a journal")
  func secrets() throws {
    let announced = try AnnouncedProject(hook: "/status/404/secret-address")
    let outcomes = [
      try announced.martlet("plan", "announce", "--json"),
      try announced.martlet("run", "announce", "--yes", "--verbose"),
      try announced.martlet("status", "--json"), try announced.martlet("resume", "--yes", "--json"),
    ]
    let texts = outcomes.flatMap { [$0.output, $0.errors] } + [try announced.journals()]
    for text in texts {
      #expect(!text.contains("secret-address"), "\(text)")
      #expect(!text.contains("token-of-"), "\(text)")
    }
  }

  @Test("a channel that refuses does not stop the others, and only it is repeated")
  func refused() throws {
    let announced = try AnnouncedProject(hook: "/status/404")
    let outcome = try announced.martlet("run", "announce", "--yes")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains(
        """
        error: channel `team`: the webhook refused the announcement
        status 404: ok
        stopped at entry 4, announce; already public: entry 1, entry 2, entry 3; nothing was undone; \
        `martlet resume` continues from here
        """), "\(outcome.errors)")
    announced.project.environment["TEAM_HOOK"] = "\(announced.receiver.address)/hook"
    let count = announced.receiver.requests.count
    let resumed = try announced.martlet("resume", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(announced.receiver.requests.dropFirst(count) == ["POST /hook"])
  }

  @Test("several channels that fail are all named")
  func severalFailures() throws {
    let announced = try AnnouncedProject(hook: "/lost")
    let address = announced.receiver.address
    try announced.project.shell(
      """
      sed -i 's#server: \(address)$#server: \(address)/status/401#; s#server: "\(address)"#server: "\(address)/status/403"#' Releasefile
      git commit -qam 'Change the servers'
      """)
    let outcome = try announced.martlet("run", "announce", "--yes")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains("error: channel `social`: Mastodon does not accept the token or password\n"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("error: channel `chat`: the token for Matrix may not post\n"), "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        """
        error: channel `team`: the announcement may have been sent: the answer of the webhook was lost
        """), "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "hint: look for it on the channel, then `martlet resume --sent team`, or `martlet resume --not-sent team` to send it"
      ))
    #expect(try announced.receiver.postCounts() == ["blog": 1, "social": 0, "room": 0, "team": 0])
    let status = try announced.project.martlet("status")
    #expect(status.output.contains("martlet resume --not-sent team"), "\(status.output)")
  }

  @Test("a missing secret and a changed picture stop the run before the first post")
  func preconditions() throws {
    let announced = try AnnouncedProject()
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

  @Test("`resume --sent` names a channel of the run")
  func unknownChannel() throws {
    let announced = try AnnouncedProject(hook: "/lost")
    #expect(try announced.martlet("run", "announce", "--yes").status == 3)
    let outcome = try announced.martlet("resume", "--sent", "tema")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors == """
        error: the run has no announcement on `tema`, expected one of `blog`, `social`, `chat`, `team`
        hint: did you mean `team`?
        """)
  }
}
