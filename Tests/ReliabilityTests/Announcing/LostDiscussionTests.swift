import Foundation
import TestSupport
import Testing

/// The creation is the request after the first eight, and GitHub refuses the search that follows.
@Suite("A discussion whose creation got no answer", .enabled(if: ForgeServer.obstacle == nil))
struct LostDiscussionTests {
  private static let refused = #"{"kind": "answer", "status": 401, "body": "no"}"#
  private let announced: AnnouncedProject

  init() throws { announced = try AnnouncedProject() }

  @Test("is searched by `martlet resume`, which opens it only if it is not there", arguments: [true, false])
  func resumed(isThere: Bool) throws {
    try lose(isThere: isThere, then: Self.refused)
    let status = try announced.project.martlet("status")
    // Only a command with the token can search for it.
    #expect(status.output.contains("  left      post on hub (GitHub discussion)\n"), "\(status.output)")
    let count = announced.receiver.requests.count
    let resumed = try announced.martlet("resume", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(Set(announced.receiver.requests.dropFirst(count)) == ["POST /api/graphql"])
    try expectOne()
  }

  @Test("is left to the user if GitHub refuses the search again", arguments: [true, false])
  func refusedSearch(isThere: Bool) throws {
    try lose(isThere: isThere, then: Self.refused)
    try announced.receiver.add(fault: Self.refused)
    let status = try announced.project.martlet("status")
    #expect(status.output.contains("martlet resume --sent hub"), "\(status.output)")
    try announced.receiver.add(fault: Self.refused)
    let resumed = try announced.martlet("resume", "--yes")
    #expect(resumed.status == 3)
    try expectDoubt(
      resumed, "the announcement may have been sent before the run stopped: GitHub does not accept the token")
    let decided = try announced.martlet("resume", "--yes", isThere ? "--sent" : "--not-sent", "hub")
    #expect(decided.status == 0, "\(decided.errors)")
    try expectOne()
  }

  @Test("is left to the user if 100 newer discussions may hide it", arguments: [true, false])
  func hidden(isThere: Bool) throws {
    try lose(isThere: isThere, then: Self.refused)
    try announced.receiver.addDiscussions(100, createdAt: "2100-01-01")
    let resumed = try announced.martlet("resume", "--yes")
    #expect(resumed.status == 3)
    try expectDoubt(
      resumed,
      "the announcement may have been sent before the run stopped: the 100 newest discussions of `owner/tool` are all newer"
    )
    let decided = try announced.martlet("resume", "--yes", isThere ? "--sent" : "--not-sent", "hub")
    #expect(decided.status == 0, "\(decided.errors)")
    #expect(try announced.receiver.postCounts()["hub"] == 101)
  }

  /// Loses the request or the answer of the creation, and lets the search have the fault `next`.
  private func lose(isThere: Bool, then next: String) throws {
    try announced.add(#""kind": "lose", "after": \#(isThere), "then": \#(next)"#, after: 8)
    let first = try announced.martlet("run", "announce", "--yes")
    #expect(first.status == 3)
    try expectDoubt(first, "the announcement may have been sent: the answer of GitHub was lost")
    #expect(try announced.receiver.postCounts()["hub"] == (isThere ? 1 : 0))
  }

  private func expectDoubt(_ outcome: StrangeProject.Outcome, _ message: String) throws {
    let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") || $0.hasPrefix("hint: ") }
    #expect(
      lines == [
        "error: channel `hub`: \(message)",
        "hint: look for it on the channel, then `martlet resume --sent hub`, or `martlet resume --not-sent hub` to send it",
      ], "\(outcome.errors)")
  }

  /// Checks that every channel has one post, and that the address of the discussion is known.
  private func expectOne() throws {
    #expect(
      try announced.receiver.postCounts() == ["blog": 1, "social": 1, "room": 1, "team": 1, "hub": 1, "list": 1])
    let status = try announced.project.martlet("status")
    #expect(status.output.contains("is done"), "\(status.output)")
    #expect(status.output.contains("\(announced.receiver.address)/owner/tool/discussions/1"), "\(status.output)")
  }
}
