import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A bump that asks")
struct VersionPromptTests {
  private func planning(_ answer: String?) -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.answers = TestAnswers(answer.map { ["version": $0] } ?? [:])
    return planning
  }

  @Test("raises to the answered version, including pre-releases", arguments: ["1.4.3", "3.0.0", "1.5.0-beta.1"])
  func raises(answer: String) throws {
    let plan = try planning(answer).plan("- bump: ask")
    #expect(plan.lines == ["bump: write VERSION -1 +1"])
    #expect(plan.text(of: "VERSION") == "\(answer)\n")
    #expect(plan.raise == "1.4.2 → \(answer)")
  }

  @Test("keeps the current version", arguments: ["1.4.2", "1.4.2+7"])
  func keeps(answer: String) throws {
    let plan = try planning(answer).plan("- bump: ask\n- tag")
    #expect(plan.lines == ["tag: tag 1.4.2 “CoolApp 1.4.2” at 1111111"])
    #expect(plan.raise == "none → 1.4.2")
  }

  @Test("ends the lane where HEAD is the release of the kept version, unless the lane raises the build number")
  func keepsReleased() throws {
    var planning = Planning(version: "1.4.2", tags: ["1.4.2"])
    planning.answers = TestAnswers(["version": "1.4.2"])
    let plan = try planning.plan("- bump: ask\n- run: [./upload]\n- tag")
    #expect(plan.lines == [])
    #expect(
      plan.remarks == [
        "nothing to release: HEAD is the commit of `1.4.2`; `allow_empty: true` in the lane allows another release"
      ])
    planning.world.files["App.xcconfig"] = "CURRENT_PROJECT_VERSION = 7\n"
    planning.head += "manifests: [{plain: VERSION}, {xcconfig: App.xcconfig}]\n"
    #expect(
      try planning.plan("- bump: ask\n- bump: {build: increment}\n- commit\n- tag: builds/${build}").lines.count == 3)
  }

  @Test("raises by a level", arguments: [("patch", "1.4.3"), ("minor", "1.5.0"), ("major", "2.0.0")])
  func level(answer: String, version: String) throws {
    #expect(try planning(answer).plan("- bump: ask").raise == "1.4.2 → \(version)")
  }

  @Test("refuses a lower one")
  func lower() throws {
    #expect(
      try planning("1.4.1").failure("- bump: ask")
        == """
        error: `1.4.1` does not come after `1.4.2`, expected a later version
        """)
  }

  @Test("prompts after earlier steps, with the lane's current version")
  func draft() throws {
    let plan = try planning("1.5.0").plan("- bump: minor\n- bump: ask")
    #expect(plan.lines == ["bump: write VERSION -1 +1"])
  }

  @Test("does not prompt if manifests disagree")
  func disagreement() throws {
    #expect(
      try BumpStepTests.declaredDisagreement.failure("- bump: ask")
        == """
        error: manifests disagree on the version: 1.4.2 in a.podspec:1, 1.4.1 in b.podspec:1
        hint: set one with `martlet bump 1.4.2`
        """)
  }
}
