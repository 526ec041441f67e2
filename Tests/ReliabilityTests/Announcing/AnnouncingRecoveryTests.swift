import TestSupport
import Testing

@Suite("Resuming announcements", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct AnnouncingRecoveryTests {
  private static let everything = ["blog": 1, "social": 1, "team": 1]

  /// A fault before or after the post on Mastodon.
  private static let (beforeStatus, afterStatus) = (4, 5)

  /// A command makes the announcement part of a stage that is planned after it.
  @Test(
    "in a new clone finds the posts of services that list them, and leaves the others to the user",
    arguments: ["", "- run: [\"true\"]\n"])
  func newClone(command: String) throws {
    let announced = try AnnouncedProject(
      steps: """
        - bump: minor
        - commit
        - tag
        - push
        \(command)- announce: {notes: Undo.}
        """)
    // Two requests try the tokens before the push, five are for the channels before the webhook.
    try announced.add(#""kind": "kill", "after": true"#, after: 7)
    #expect(try announced.martlet("run", "announce", "--yes").status == 137)
    #expect(try announced.receiver.postCounts() == Self.everything)
    try announced.cloneAgain()
    // The record has all posts but the last one, whose answer was lost.
    for words in [["run", "announce", "--yes"], ["finish", "--yes"]] {
      let outcome = try announced.project.martlet(words)
      #expect(outcome.status == 3, "\(outcome.errors)")
      let doubts = outcome.errors.matches(
        of: /error: channel `(.*)`: the announcement may have been sent before the run stopped\n/)
      #expect(doubts.map { String($0.output.1) } == ["team"], "\(outcome.errors)")
    }
    let sent = try announced.martlet("run", "announce", "--yes", "--skip")
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(try announced.receiver.postCounts() == Self.everything)
    let status = try announced.project.martlet("status")
    #expect(status.output.contains("post      blog \(announced.receiver.address)/blog/1"), "\(status.output)")
    // The address of the post on Mastodon is not known in this clone.
    #expect(status.output.contains("  post      social\n"), "\(status.output)")
  }

  @Test("`martlet announce` in a new clone posts nothing again that a service lists, or whose key it knows")
  func announcedBefore() throws {
    let announced = try AnnouncedProject()
    #expect(try announced.martlet("announce", "--yes").status == 0)
    try announced.cloneAgain()
    let outcome = try announced.martlet("announce", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let known = outcome.errors.matches(of: /warning: channel `(.*)` has this announcement already: http/)
    #expect(known.map { String($0.output.1) } == ["blog", "social"], "\(outcome.errors)")
    var counts = Self.everything
    counts["team"] = 2
    #expect(try announced.receiver.postCounts() == counts)
    #expect(try announced.martlet("announce", "blog", "social", "--again", "--yes").status == 0)
    (counts["blog"], counts["social"]) = (2, 2)
    #expect(try announced.receiver.postCounts() == counts)
  }

  @Test(
    "repeats the key of a lost post on Mastodon for 50 minutes; after that the user looks",
    .enabled(if: ReferenceProgram("faketime") != nil, "there is no `faketime`"), arguments: [49, 51])
  func keyLifetime(minutes: Int) throws {
    let announced = try AnnouncedProject()
    try announced.add(#""kind": "kill", "after": true"#, after: Self.beforeStatus)
    #expect(try announced.martlet("run", "announce", "--yes").status == 137)
    let outcome = try announced.project.martlet(["finish", "--yes"], by: ["faketime", "-f", "+\(minutes)m"])
    if minutes == 51 {
      #expect(outcome.status == 3, "\(outcome.errors)")
      #expect(
        outcome.errors.contains(
          """
          error: channel `social`: the announcement may have been sent before the run stopped
          stopped at entry 2, announce; already public: the announcement on `blog`, the announcement on `team`; nothing was undone, \
          because more may be public; `martlet finish` checks and continues
          hint: look for it on the channel, then `martlet finish --skip` if it is there, otherwise `martlet finish --repeat`
          """), "\(outcome.errors)")
      let skip = ["finish", "--yes", "--skip"]
      #expect(try announced.project.martlet(skip, by: ["faketime", "-f", "+\(minutes)m"]).status == 0)
    } else {
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(announced.receiver.requests.count { $0 == "POST /api/v1/statuses" } == (minutes == 51 ? 1 : 2))
    #expect(try announced.receiver.postCounts() == Self.everything)
  }

  @Test(
    "counts these 50 minutes from the first attempt, however often the run was resumed",
    .enabled(if: ReferenceProgram("faketime") != nil, "there is no `faketime`"))
  func firstAttempt() throws {
    let announced = try AnnouncedProject()
    try announced.add(#""kind": "kill", "after": true"#, after: Self.beforeStatus)
    #expect(try announced.martlet("run", "announce", "--yes").status == 137)
    // The first request uploads the picture.
    try announced.add(#""kind": "kill", "after": true"#, after: 1)
    let second = try announced.martlet(["finish", "--yes"], by: ["faketime", "-f", "+40m"])
    // That of `faketime`, whose program was killed.
    #expect(second.status == 1)
    #expect(announced.receiver.requests.count { $0 == "POST /api/v1/statuses" } == 2)
    let third = try announced.martlet(["finish", "--yes"], by: ["faketime", "-f", "+80m"])
    #expect(third.status == 3, "\(third.errors)")
    #expect(
      third.errors.contains("error: channel `social`: the announcement may have been sent before the run stopped\n"),
      "\(third.errors)")
    #expect(announced.receiver.requests.count { $0 == "POST /api/v1/statuses" } == 2)
    #expect(try announced.receiver.postCounts() == Self.everything)
  }

  @Test("a picture that has changed since the plan is not posted")
  func changedPicture() throws {
    let announced = try AnnouncedProject()
    try announced.add(#""kind": "answer", "status": 401, "body": "no""#, after: Self.beforeStatus)
    #expect(try announced.martlet("run", "announce", "--yes").status == 3)
    try announced.project.write("window.png", "another picture")
    let count = announced.receiver.requests.count
    let refused = try announced.martlet("finish", "--yes")
    #expect(
      refused.errors.contains(
        """
        error: channel `social`: the picture `window.png` has changed since the plan
        hint: restore the picture, then `martlet finish`
        """), "\(refused.errors)")
    #expect(announced.receiver.requests.count == count)
    try announced.project.git("checkout", "-q", "window.png")
    let outcome = try announced.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try announced.receiver.postCounts() == Self.everything)
  }

  @Test("a run whose only announcement was refused has ended, and can be repeated")
  func nothingPublic() throws {
    let announced = try AnnouncedProject(steps: "- announce: team", hook: "/status/404")
    let outcome = try announced.martlet("run", "announce", "--yes")
    #expect(outcome.status == 4)
    #expect(
      outcome.errors == """
        post on team (Slack) …
        error: channel `team`: Slack accepts no posts at the address in `TEAM_HOOK`
        status 404: ok
        stopped at entry 1, announce; nothing is public, and everything was undone
        hint: set `TEAM_HOOK` to the address that Slack shows for it
        """)
    announced.project.environment["TEAM_HOOK"] = "\(announced.receiver.address)/hook"
    #expect(try announced.martlet("run", "announce", "--yes").status == 0)
    #expect(try announced.receiver.postCounts()["team"] == 1)
  }

  @Test("a text that a service refuses is posted by a new run, as the hint says")
  func anotherRun() throws {
    let announced = try AnnouncedProject()
    try announced.add(
      #""kind": "answer", "status": 422, "body": "character limit of 500 exceeded""#, after: Self.beforeStatus)
    let outcome = try announced.martlet("run", "announce", "--yes")
    #expect(
      outcome.errors.contains(
        "hint: set a lower `limit` for the channel, end the run with `martlet undo --keep` if it has not ended, then `martlet announce social`"
      ),
      "\(outcome.errors)")
    #expect(try announced.martlet("undo", "--keep", "--yes").status == 0)
    let again = try announced.martlet("announce", "social", "--yes")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try announced.receiver.postCounts() == Self.everything)
  }

  @Test("`martlet announce` has the texts of the lane's step")
  func ownTexts() throws {
    let announced = try AnnouncedProject(
      steps: "- announce: {channels: team, title: \"${project} ${version} for ${tag}\", notes: New., link: https://a.b}"
    )
    try announced.project.write("VERSION", "2.0.0-dev\n")
    let preview = try announced.project.martlet("announce", "--preview")
    #expect(
      preview.output == "on team (Slack): \"Cool 1.4.2 for 1.4.2\"\n\nCool 1.4.2 for 1.4.2\n\nNew.\n\nhttps://a.b")
    let other = try announced.project.martlet("announce", "--preview", "social")
    #expect(
      other.output.hasPrefix("on social (Mastodon): \"Cool 1.4.2\", with 1 picture\n\nCool 1.4.2\n\nAdded:"),
      "\(other.output)")
    try announced.project.expectRefusal(
      "announce", "--preview", "--lane", "anounce", status: 64,
      says: """
        error: the lane `anounce` has no step `announce`, expected one of `announce`
        hint: did you mean `announce`?
        """)
  }
}
