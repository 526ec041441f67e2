import Testing

@Suite("The parameter above of bump with build")
struct BumpBuildAboveTests {
  private static let latest = "- {run: {command: [latest-build], capture: true}, id: latest}"

  private func planning(_ printed: String = "") -> Planning {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 6\n"]))
    planning.world.variables["LATEST"] = printed
    return planning
  }

  @Test(
    "gives one more than the number, or the number of the strategy if that is higher",
    arguments: [
      ("57", "", "58"), (" 57\n", "", "58"), ("9.2.9", "", "9.2.10"), ("5", "", "7"), ("6", "", "7"), ("0", "", "7"),
      ("57", ", minimum: 100", "100"), ("100", ", minimum: 100", "101"),
      ("5", ", minimum: 3", "7"),
    ])
  func number(printed: String, parameters: String, expected: String) throws {
    let plan = try planning(printed).plan(
      "- bump: {build: increment, above: \"${env.LATEST}\"\(parameters)}\n- message: build ${build}")
    #expect(plan.entries.last?.effect == .showMessage("build \(expected)"))
    #expect(plan.text(of: "App.xcconfig")?.hasSuffix("CURRENT_PROJECT_VERSION = \(expected)\n") == true)
  }

  @Test("a plan that is only shown goes on beyond a number that a command prints, and marks it")
  func preview() throws {
    let plan = try planning().preview(
      """
      \(Self.latest)
      - {bump: {build: increment, above: "${steps.latest.output}"}, id: raised}
      - commit: Build ${build}
      - tag: builds/${build}
      - message: "${steps.raised.build}"
      """)
    #expect(
      plan.lines.dropFirst() == [
        "bump: write App.xcconfig -1 +1",
        "commit: commit “Build ${build}” of App.xcconfig on main after 1111111",
        "tag: tag builds/${build} “CoolApp 1.4.2” at entry 3", "message: show “${steps.raised.build}”",
      ])
    #expect(
      plan.remarks == ["not known before the run: the build number, at least 7, from `${steps.latest.output}`"])
  }

  @Test("a plan that is only shown stops at a condition that needs the number")
  func condition() throws {
    let plan = try planning().preview(
      """
      \(Self.latest)
      - bump: {build: increment, above: "${steps.latest.output}"}
      - {message: high, if: build == 58}
      """)
    #expect(
      plan.remarks.last
        == "not known before the run: `message`, because the build number is not known before the commands have run "
        + "that it depends on")
  }

  @Test(
    "refuses what is not one number",
    arguments: [
      ("", "`above` is empty"), ("\n\n", "`above` is empty"), ("no builds", "`above` is `no builds`"),
      ("-1", "`above` is `-1`"), ("57\n58", "`above` has 2 lines, of which the first is `57`"),
      ("Fetching …\n57", "`above` has 2 lines, of which the first is `Fetching …`"),
    ])
  func refusals(printed: String, words: String) throws {
    #expect(
      try planning(printed).failure("- bump: {build: increment, above: \"${env.LATEST}\"}")
        == "error: \(words), expected a build number such as `42`\nhint: let the command print only the latest build number"
    )
  }
}
