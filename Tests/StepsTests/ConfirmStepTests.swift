import Lanes
import Steps
import TestSupport
import Testing

@Suite("The step confirm")
struct ConfirmStepTests {
  private func planning(_ answer: Bool?) -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.answers = TestAnswers(confirmation: answer)
    return planning
  }

  private static let steps = """
    - bump: minor
    - confirm:
        text: Release ${version}?
        steps:
          - commit
          - tag
          - push
    - message: ${version}
    """

  @Test("performs its steps after a yes, which also confirms what they push")
  func yes() throws {
    let plan = try planning(true).plan(Self.steps)
    #expect(
      plan.lines == [
        "bump: write VERSION -1 +1", "commit: commit “Version 1.5.0” of VERSION on main after 1111111",
        "tag: tag 1.5.0 “CoolApp 1.5.0” at entry 2",
        "push: push refs/heads/main:refs/heads/main, refs/tags/1.5.0:refs/tags/1.5.0 new to origin",
        "message: show “1.5.0”",
      ])
    #expect(plan.isConfirmed)
  }

  @Test("ends the lane after a no")
  func no() throws {
    #expect(try planning(false).failure(Self.steps) == "error: declined")
  }

  @Test("skips its steps after a no with `otherwise: continue`, and the lane continues after them")
  func continued() throws {
    let steps = Self.steps.replacing("    steps:\n", with: "    otherwise: continue\n    steps:\n")
    let plan = try planning(false).plan(steps + "\n- commit: Later")
    #expect(
      plan.lines == [
        "bump: write VERSION -1 +1", "message: show “1.5.0”",
        "commit: commit “Later” of VERSION on main after 1111111",
      ])
  }

  @Test("continues after a yes if it has no steps, without confirming a later push")
  func yesWithoutSteps() throws {
    let plan = try planning(true).plan("- bump: minor\n- confirm: Go on?\n- commit\n- push")
    #expect(plan.lines.count == 3)
    #expect(!plan.isConfirmed)
  }

  @Test("stops the lane after a no if it has no steps")
  func noWithoutSteps() throws {
    #expect(
      try planning(false).failure("- confirm: Raise ${version}?\n- bump: minor") == "error: declined")
  }

  @Test("discards a planned version after a no")
  func versionAfterNo() throws {
    let plan = try planning(false).plan(
      "- confirm: {text: Raise?, otherwise: continue, steps: [{bump: minor}]}\n- message: ${version}")
    #expect(plan.lines == ["message: show “1.4.2”"])
    #expect(plan.version == nil)
  }

  @Test("prompts only after its steps are known to be possible")
  func impossibleSteps() throws {
    #expect(
      try planning(nil).failure("- confirm: {text: Go?, steps: [push]}")
        == "error: nothing to push: no earlier step made a commit or a tag\nhint: add `commit` or `tag` before `push`")
  }

  @Test("may contain lanes and other prompts")
  func nested() throws {
    var planning = planning(true)
    planning.lanes = "  raise:\n    private: true\n    steps: [{bump: minor}]\n"
    let plan = try planning.plan(
      "- confirm: {text: A?, steps: [{confirm: {text: B?, steps: [{lane: raise}, commit, tag, push]}}]}")
    #expect(plan.lines.count == 4)
    #expect(plan.isConfirmed)
  }
}
