import Foundation
import TestSupport
import Testing

@Suite("J1: a fault at the k-th request of a release with three assets")
struct PublishingSweepTests {
  /// A fault of the server, in the JSON of `faults.py`.
  enum Fault: String, CaseIterable {
    case killedBefore = #""kind": "kill""#
    case killedAfter = #""kind": "kill", "after": true"#
    case lostAnswer = #""kind": "lose-answer""#
    case lostRequest = #""kind": "lose-request""#
    case cutAnswer = #""kind": "cut-body""#
    case badGateway = #""kind": "status-after", "status": 502"#
    case serverError = #""kind": "status", "status": 500"#
    case busy = #""kind": "status", "status": 429, "headers": {"Retry-After": "0"}"#
    case signInPage = #""kind": "html""#
  }

  private static let draftAfterPush = """
    - bump: minor
    - commit
    - tag
    - push
    - publish_release: {assets: [dist/*], notes: What is new., draft_first: false}
    """

  @Test(
    "the release is finished with the right bytes, no asset is replaced, and there is no second draft",
    .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"),
    arguments: FaultSample.some(2, of: Fault.allCases), FaultSample.some(1, of: ForgeProject.Kind.allCases))
  func sweep(fault: Fault, kind: ForgeProject.Kind) throws {
    for steps in FaultSample.some(1, of: [ForgeProject.steps, Self.draftAfterPush]) {
      var tally: [String: Int] = [:]
      for position in FaultSample.positions(0..<100, every: 5) {
        let forge = try ForgeProject(kind, steps: steps)
        try forge.add(fault.rawValue, after: position)
        let way = try finish(forge)
        guard try forge.server.requests().contains(where: { $0.fault != nil }) else { break }
        tally[way, default: 0] += 1
        // A run that is undone deletes its own draft.
        let problems = try forge.problemsOfRelease().filter { !way.hasPrefix("undone") || !$0.hasSuffix("deletions") }
        #expect(problems == [], "\(kind), \(fault) at request \(position), \(way)")
      }
      print("requests: \(kind), \(fault): \(tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
      #expect(tally.values.reduce(0, +) > 0)
    }
  }

  /// Runs the lane; resumes it, or runs it again if it was undone.
  private func finish(_ forge: ForgeProject) throws -> String {
    if try forge.martlet("run", "release", "--yes").status == 0 { return "straight" }
    let status = try forge.project.martlet("status")
    let isOpen = status.output.contains("martlet finish")
    if !isOpen {
      // The undone run left nothing behind.
      #expect(try forge.releases().isEmpty)
      #expect(try forge.project.git("tag", "--list", "1.5.0") == "")
    }
    let outcome = isOpen ? try forge.martlet("finish", "--yes") : try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return isOpen ? "resumed" : "undone and run again"
  }
}
