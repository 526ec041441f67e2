import Foundation
import TestSupport
import Testing

@Suite("A fault at every request of an announcement on three channels")
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
    "POST /hook",
  ]

  /// The positions of reads, and of posts that the service performs only once: they are repeated after a loss.
  private static let repeated = [0, 4]
  /// The position of a post that the service lists: it is found after a lost answer.
  private static let listed = 2
  /// The channels whose service cannot be asked, by the positions of their posts.
  private static let silent = [5: "team"]

  @Test(
    "every channel gets one post; only for the webhook the user is asked, because it cannot be",
    .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"), arguments: Fault.allCases)
  func sweep(fault: Fault) throws {
    for position in FaultSample.positions(0..<Self.requests.count, every: 3) {
      let request = Self.requests[position]
      let announced = try AnnouncedProject()
      try announced.add(fault.rawValue, after: position)
      let first = try announced.martlet("run", "announce", "--yes")
      let failed = announced.receiver.requests.last { _ in true }
      #expect(announced.receiver.requests.contains { $0.hasPrefix(request) }, "\(fault) at \(request): \(failed ?? "")")
      let isDone = first.status == 0
      let isFound = fault == .lostAnswer && position == Self.listed
      let isRepeated = fault.isLoss && Self.repeated.contains(position)
      #expect(isDone == (isFound || isRepeated), "\(fault) at \(request): \(first.errors)")
      if !isDone { try resume(announced, inDoubt: Self.silent[position]) }
      let counts = try announced.receiver.postCounts()
      #expect(
        counts == ["blog": 1, "social": 1, "team": 1],
        "\(fault) at \(request): \(counts)")
      let status = try announced.project.martlet("status")
      #expect(status.output.contains("is done"), "\(fault) at \(request): \(status.output)")
      #expect(status.output.contains("post      blog \(announced.receiver.address)/blog/1"), "\(status.output)")
    }
  }

  /// Resumes the run. A service that cannot be asked is in doubt: the user looks at the channel.
  private func resume(_ announced: AnnouncedProject, inDoubt channel: String?) throws {
    let outcome = try announced.martlet("finish", "--yes")
    guard let channel else {
      #expect(outcome.status == 0, "\(outcome.errors)")
      return
    }
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("channel `\(channel)`: the announcement may have been sent"), "\(outcome.errors)")
    let isThere = try announced.receiver.postCounts()[channel] == 1
    let decided = try announced.martlet("finish", "--yes", isThere ? "--skip" : "--repeat")
    #expect(decided.status == 0, "\(decided.errors)")
  }
}

extension AnnouncingSweepTests.Fault {
  fileprivate var isLoss: Bool { self == .lostAnswer || self == .lostRequest }
}
