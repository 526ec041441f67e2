import Lanes
import Steps
import TestSupport
import Testing

@Suite("The step lane")
struct LaneStepTests {
  private var planning: Planning {
    var planning = Planning(version: "1.4.2")
    planning.head = "before_all: [{message: First}]\n"
    planning.lanes = """
        raise:
          private: true
          steps:
            - bump: minor
            - lane: tell
        tell:
          steps: [{message: 'Now ${version} in ${lane}'}]

      """
    return planning
  }

  @Test("does the steps of a lane, private ones too, over the same draft; `before_all` comes once")
  func calls() throws {
    #expect(
      try planning.plan("- lane: raise\n- tag").lines == [
        "message: show “First”", "bump: write VERSION -1 +1", "message: show “Now 1.5.0 in release”",
        "tag: tag 1.5.0 “CoolApp 1.5.0” at 1111111",
      ])
  }

  @Test("does a lane as often as it is called")
  func repeated() throws {
    #expect(try planning.plan("- lane: tell\n- lane: tell").entries.count == 3)
  }

  @Test("names the lane that comes nearest to one that is not there")
  func unknown() throws {
    #expect(
      try planning.failure("- lane: rise")
        == "error: unknown lane `rise`\nhint: did you mean `raise`?")
  }

  @Test("refuses a circle before anything is planned")
  func circle() throws {
    #expect(
      try planning.failure("- confirm: {text: Go?, steps: [{lane: release}]}")
        == "error: lanes call each other in a circle: `release` → `release`")
  }

  @Test("says what a step of the other lane stops for")
  func failure() throws {
    var planning = planning
    planning.world.remotes = []
    planning.world.destination = nil
    planning.lanes += "  publish:\n    steps: [tag, push]\n"
    #expect(
      try planning.failure("- lane: publish")
        == "error: the repository has no remote to push to\nhint: add one with `git remote add origin URL`")
  }
}
