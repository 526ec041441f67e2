import Lanes
import TestSupport
import Testing

@testable import Execution

@Suite("An announcement on Mastodon whose answer was lost")
struct AnnouncementAttemptTests {
  @Test(
    "can be repeated for 50 minutes by the clock, whatever the variables of git say",
    arguments: [(0, true), (2_000, true), (3_001, false), (-1_000, false)])
  func keyLifetime(age: Int64, isRepeatable: Bool) throws {
    let sandbox = try GitSandbox()
    let environment = sandbox.environment.merging(["SOURCE_DATE_EPOCH": "1767225600"]) { $1 }
    let workspace = try Workspace(containing: sandbox.path, environment: environment)
    let channel = AnnouncementChannel.mastodon(server: "https://a.example", visibility: "public", language: nil)
    let attempt = AnnouncementAttempt(
      announcement: Announcement(on: channel, title: "Tool 1.5", text: "New"), key: "run 7",
      time: Workspace.clock - age)
    switch try attempt.state(in: workspace) {
    case .notDone: #expect(isRepeatable)
    case .overtaken(let error):
      #expect(!isRepeatable)
      #expect(error.firstMessage == "the announcement may have been sent before the run stopped")
    case .partlyDone, .done: Issue.record("the service cannot be asked")
    }
  }
}
