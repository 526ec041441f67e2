import MartletCore
import Steps
import TestSupport
import Testing

@testable import Lanes

@Suite("The release before another")
struct RevisionTests {
  private func previous(_ name: String, _ history: [String]) throws -> String? {
    let context = PlanningContext(
      workspace: Planning(version: nil, history: history).world, versions: ProjectVersion(), answers: TestAnswers())
    let draft = Draft(of: context, releasefile: Releasefile(), laneName: nil)
    return try Revision.release(before: try #require(try Revision(name, in: draft)), in: draft)?.name
  }

  @Test(
    "may be a pre-release only before a pre-release",
    arguments: [
      ("1.5.0-beta.2", "1.5.0-beta.1"), ("1.5.0", "1.4.2"), ("1.5.0-beta.1", "1.4.2"), ("1.4.2", nil),
    ])
  func prereleases(name: String, expected: String?) throws {
    let history = [
      "fix: a", "tag 1.4.2", "fix: b", "tag 1.5.0-beta.1", "fix: c", "tag 1.5.0-beta.2", "fix: d", "tag 1.5.0",
    ]
    #expect(try previous(name, history) == expected)
  }
}
