import Foundation
import TestSupport
import Testing

@Suite("A fault at every request of an announcement on four channels")
struct AnnouncingSweepTests {
  /// A fault of the server, in the JSON of `receiver.py`.
  enum Fault: String, CaseIterable {
    case killedBefore = #""kind": "kill""#
    case killedAfter = #""kind": "kill", "after": true"#
    case lostAnswer = #""kind": "lose", "after": true"#
    case lostRequest = #""kind": "lose""#
  }

  /// The requests of a run without faults.
  private static let requests = [
    "GET /micropub?q=config", "POST /media", "POST /micropub", "POST /api/v2/media", "POST /api/v1/statuses",
    "PUT /_matrix/client/v3/rooms/%21r%3Aa.example/send/m.room.message/", "POST /hook",
  ]

  @Test(
    "every channel gets one post; only for the webhook the user is asked, because it cannot be",
    .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"), arguments: Fault.allCases)
  func sweep(fault: Fault) throws {
    for (position, request) in Self.requests.enumerated() {
      let announced = try AnnouncedProject()
      try announced.add(fault.rawValue, after: position)
      let first = try announced.martlet("run", "announce", "--yes")
      let failed = announced.receiver.requests.last { _ in true }
      #expect(announced.receiver.requests.contains { $0.hasPrefix(request) }, "\(fault) at \(request): \(failed ?? "")")
      // A lost read is repeated at once, and so is a request that the service performs only once.
      let isDone = first.status == 0
      #expect(isDone == (fault.isLoss && [0, 4, 5].contains(position)), "\(fault) at \(request): \(first.errors)")
      if !isDone { try resume(announced, isInDoubt: request == "POST /hook", fault) }
      let counts = try announced.receiver.postCounts()
      #expect(counts == ["blog": 1, "social": 1, "room": 1, "team": 1], "\(fault) at \(request): \(counts)")
      let status = try announced.project.martlet("status")
      #expect(status.output.contains("is done"), "\(fault) at \(request): \(status.output)")
      #expect(status.output.contains("post      blog \(announced.receiver.address)/blog/1"), "\(status.output)")
    }
  }

  /// Resumes the run. A webhook cannot be asked: the user looks at the channel.
  private func resume(_ announced: AnnouncedProject, isInDoubt: Bool, _ fault: Fault) throws {
    let outcome = try announced.martlet("resume", "--yes")
    guard isInDoubt else {
      #expect(outcome.status == 0, "\(outcome.errors)")
      return
    }
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("channel `team`: the announcement may have been sent"), "\(outcome.errors)")
    let isThere = try announced.receiver.postCounts()["team"] == 1
    let decided = try announced.martlet("resume", "--yes", isThere ? "--sent" : "--not-sent", "team")
    #expect(decided.status == 0, "\(decided.errors)")
  }
}

extension AnnouncingSweepTests.Fault {
  fileprivate var isLoss: Bool { self == .lostAnswer || self == .lostRequest }
}
