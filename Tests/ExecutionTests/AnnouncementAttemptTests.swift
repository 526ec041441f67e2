import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The failures of several announcements")
struct AnnouncementErrorsTests {
  @Test("say that one may have been sent, whichever it was")
  func mayBeSent() {
    let post = Announcement(on: .webhook(.slack), title: "Tool 1.5", text: "New")
    let (certain, doubtful) = (
      AnnouncementError(post, Failure("no"), mayBeSent: false),
      AnnouncementError(post, Failure("lost"), mayBeSent: true)
    )
    #expect(AnnouncementErrors([certain, doubtful]).mayBeSent)
    #expect(AnnouncementErrors([doubtful, certain]).mayBeSent)
    #expect(!AnnouncementErrors([certain, certain]).mayBeSent)
    // The last one may be another error.
    #expect(!AnnouncementErrors([certain, CancellationError()]).mayBeSent)
  }
}

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
