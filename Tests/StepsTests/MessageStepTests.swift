import Lanes
import Steps
import TestSupport
import Testing

@Suite("The step message")
struct MessageStepTests {
  @Test("shows a text with the values known at that point")
  func facts() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.environment = ["NAME": "${version}"]
    let plan = try planning.plan(
      """
      - message: ${project} ${version} ${branch} ${lane} ${ci} ${date} ${commit} ${tag}
      - bump: minor
      - message: ${previous_version} → ${version}, ${env.NAME}, $$5
      """)
    #expect(
      plan.lines == [
        "message: show “CoolApp 1.4.2 main release false 2026-01-01 1111111111111111111111111111111111111111 1.4.2”",
        "bump: write VERSION -1 +1", "message: show “1.4.2 → 1.5.0, ${version}, $5”",
      ])
  }

  @Test("stops at an unknown value")
  func unknown() throws {
    let planning = Planning(version: "1.4.2")
    #expect(try planning.failure("- message: ${env.NAME}") == "error: the environment variable `NAME` is not set")
    #expect(
      try planning.failure("- bump: minor\n- commit\n- message: ${commit}")
        == "error: `commit` is not known before this run has created its commit")
    #expect(
      try planning.failure("- message: ${build}")
        == "error: no manifest with a build number was found, so `build` has no value")
  }

  @Test("requires its text")
  func missing() throws {
    #expect(
      try Planning(version: "1.4.2").failure("- message")
        == """
        error: missing parameter `text` of step `message`, expected text
        hint: list its parameters with `martlet help step message`
        """)
  }
}
