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

  @Test("performs the steps of a lane, including private ones, over the same draft; `before_all` runs once")
  func calls() throws {
    #expect(
      try planning.plan("- lane: raise\n- commit\n- tag").lines == [
        "message: show “First”", "bump: write VERSION -1 +1", "message: show “Now 1.5.0 in release”",
        "commit: commit “Version 1.5.0” of VERSION on main after 1111111", "tag: tag 1.5.0 “CoolApp 1.5.0” at entry 4",
      ])
  }

  @Test("performs a lane as often as it is called")
  func repeated() throws {
    #expect(try planning.plan("- lane: tell\n- lane: tell").entries.count == 3)
  }

  @Test("suggests the most similar lane for an unknown one")
  func unknown() throws {
    #expect(
      try planning.failure("- lane: rise")
        == "error: unknown lane `rise`\nhint: did you mean `raise`?")
  }

  @Test("refuses a cycle before anything is planned")
  func circle() throws {
    #expect(
      try planning.failure("- confirm: {text: Go?, steps: [{lane: release}]}")
        == "error: circular lane calls: `release` → `release`")
  }

  @Test("reports the error of a step in the other lane")
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
