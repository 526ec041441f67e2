import Foundation
import TestSupport
import Testing

/// A fault at each request of the lanes, in the same clone and in a new one.
@Suite(
  "Faults on the way to the App Store", .enabled(if: AppStoreServer.obstacle == nil, "\(AppStoreServer.obstacle ?? "")")
)
struct StoreSweepTests {
  /// What `faults.py` does to one request, and how Apple works meanwhile.
  private struct Trouble {
    let name: String
    let fault: String
    /// See `Settings` in `world.py`.
    var settings = "{}"
  }

  private static let troubles = [
    Trouble(name: "killed before", fault: #""kind": "kill""#),
    Trouble(name: "killed after", fault: #""kind": "kill", "after": true"#),
    Trouble(name: "request lost", fault: #""kind": "lose-request""#),
    Trouble(name: "answer lost", fault: #""kind": "lose-answer""#),
    Trouble(name: "answer cut off", fault: #""kind": "cut-body""#),
    Trouble(name: "500", fault: #""kind": "status", "status": 500, "text": "broken""#),
    Trouble(name: "502 after the work", fault: #""kind": "status-after", "status": 502, "text": "gateway""#),
    Trouble(
      name: "429",
      fault:
        #""kind": "status", "status": 429, "headers": {"Retry-After": "0"}, "body": {"errors": [{"code": "RATE_LIMIT_EXCEEDED"}]}"#
    ),
    Trouble(name: "401", fault: #""kind": "status", "status": 401, "body": {"errors": [{"code": "NOT_AUTHORIZED"}]}"#),
    Trouble(
      name: "403, agreement",
      fault:
        #""kind": "status", "status": 403, "body": {"errors": [{"code": "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED"}]}"#
    ),
    Trouble(
      name: "403, role", fault: #""kind": "status", "status": 403, "body": {"errors": [{"code": "FORBIDDEN_ERROR"}]}"#),
    Trouble(name: "page of a proxy", fault: #""kind": "html""#),
    Trouble(name: "slow", fault: #""kind": "slow", "seconds": 0.3"#),
    Trouble(
      name: "answer lost, Apple late", fault: #""kind": "lose-answer""#, settings: #"{"processing_reads": 6}"#),
    Trouble(
      name: "killed after, record stuck", fault: #""kind": "kill", "after": true"#,
      settings: #"{"processing": "hidden"}"#),
    Trouble(
      name: "killed after, record vanishes", fault: #""kind": "kill", "after": true"#,
      settings: #"{"processing": "vanish"}"#),
  ]

  /// `MARTLET_SWEEP_PART=2/8` is the second of eight parts, for processes side by side.
  private static var troublesOfPart: [Trouble] {
    let numbers = (ProcessInfo.processInfo.environment["MARTLET_SWEEP_PART"] ?? "1/1").split(separator: "/").compactMap
    {
      Int($0)
    }
    return troubles.indices.filter { $0 % numbers[1] == numbers[0] - 1 }.map { troubles[$0] }
  }

  enum SweptLane: String, CaseIterable {
    case beta, store, release, cancel

    var lines: String {
      switch self {
      case .beta, .store: StoreProject.lanes.replacing("groups:", with: "notify: true, groups:")
      case .release, .cancel: "  \(rawValue):\n    steps: [app_store_release: {phase: \(rawValue)}]\n"
      }
    }

    /// What Apple has in the end, each once, besides the reservation.
    func events(build: String) -> [String] {
      switch self {
      case .beta:
        ["committed \(build)", "build \(build)", "group Team 1", "group Friends 1", "beta review \(build)"]
      case .store: ["version 2.0.0", "submitted 2.0.0"]
      case .release: ["released 2.0.0"]
      case .cancel: ["cancelled 2.0.0"]
      }
    }
  }

  @Test(
    "each lane is finished, or stopped with the cause, and nothing is done twice", arguments: SweptLane.allCases,
    [false, true])
  func sweep(_ lane: SweptLane, movesOn: Bool) throws {
    var tally: [String: Int] = [:]
    var counts: [String: Int] = [:]
    for trouble in FaultSample.some(2, of: Self.troublesOfPart) {
      let count = try counts[trouble.settings] ?? requestCount(of: lane, trouble.settings)
      counts[trouble.settings] = count
      for position in FaultSample.positions(0..<count, every: 29) {
        for end in try ends(of: lane, trouble, at: position, movesOn: movesOn) { tally[end, default: 0] += 1 }
      }
    }
    guard FaultSample.isWhole else { return }
    for (end, count) in tally.sorted(by: { $0.key < $1.key }) {
      print("store sweep: \(lane.rawValue), new clone \(movesOn): \(count) × \(end)")
    }
  }

  private func project(_ lane: SweptLane, _ settings: String) throws -> StoreProject {
    let store = try StoreProject(lanes: lane.lines)
    try store.server.set(settings)
    try store.addLiveVersion()
    switch lane {
    case .beta: break
    case .store: try store.addBuild("41", version: "2.0.0")
    case .release: try store.addSubmittedVersion("2.0.0", "PENDING_DEVELOPER_RELEASE")
    case .cancel: try store.addSubmittedVersion("2.0.0", "WAITING_FOR_REVIEW")
    }
    return store
  }

  /// The number of requests of the lane without a fault.
  private func requestCount(of lane: SweptLane, _ settings: String) throws -> Int {
    let store = try project(lane, settings)
    let outcome = try store.martlet("run", lane.rawValue, "--yes")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try store.server.requests().count
  }

  /// Runs the lane until it is finished, at most seven times, and returns how each run ended, for the tally.
  private func ends(of lane: SweptLane, _ trouble: Trouble, at position: Int, movesOn: Bool) throws -> [String] {
    let store = try project(lane, trouble.settings)
    try store.add(trouble.fault, after: position)
    let place: Comment = "\(lane.rawValue), request \(position), \(trouble.name), new clone: \(movesOn)"
    var outcome = try store.martlet("run", lane.rawValue, "--yes")
    let fault = try store.server.requests().contains { $0.fault != nil }
    #expect(fault, "\(place): the request was not sent")
    var ends = [fault ? "seen" : "not seen", "\(trouble.name): \(Self.end(of: outcome))"]
    while outcome.status != 0, ends.count < (movesOn ? 8 : 5) {
      #expect(outcome.status == 137 || outcome.errors.contains("error: "), place)
      if movesOn { try store.moveToNewClone("clone\(ends.count)") }
      outcome = try store.martlet("run", lane.rawValue, "--yes")
      ends.append("run again: \(Self.end(of: outcome))")
      // Only the clone with the file can plan the rest of an upload, and only it may go on after a build was handed over.
      guard movesOn, lane == .beta, outcome.errors.contains("`martlet finish` in the clone where the run began") else {
        continue
      }
      #expect([3, 75].contains(outcome.status), place)
      store.project.place = "work"
      outcome = try store.martlet("run", lane.rawValue, "--yes")
      ends.append("run in its clone: \(Self.end(of: outcome))")
    }
    #expect(outcome.status == 0, "\(place): \(outcome.errors)")
    // A number that was reserved and given up may be reserved again.
    let events = try store.events().filter { !$0.hasPrefix("reserved") && !$0.hasPrefix("deleted") }
    let build = events.first { $0.hasPrefix("committed") }?.split(separator: " ").last.map(String.init) ?? ""
    #expect(events == lane.events(build: build), place)
    if lane == .beta {
      #expect(try store.hasPublicTag("builds/\(build)"), place)
      // The record of an upload can vanish when its build is there.
      let isKept = trouble.settings != #"{"processing": "vanish"}"#
      #expect(try store.server.table("buildUploads").count == (isKept ? 1 : 0), place)
    }
    #expect(try store.project.openRecords() == "", place)
    return ends
  }

  /// The status and the first error, without what differs between two runs.
  private static func end(of outcome: StrangeProject.Outcome) -> String {
    guard outcome.status != 0 else { return "finished" }
    let error = outcome.errors.split(separator: "\n").first { $0.hasPrefix("error: ") }
    return "status \(outcome.status), \(error?.prefix(100) ?? "")"
  }
}

@Suite(
  "Two jobs that build the same number",
  .enabled(if: AppStoreServer.obstacle == nil, "\(AppStoreServer.obstacle ?? "")"))
struct StoreRaceTests {
  @Test("exactly one upload for a number, and the other job stops before its push")
  func race() throws {
    var tally: [String: Int] = [:]
    for round in 0..<(FaultSample.isWhole ? 200 : 2) {
      for end in try ends(ofRound: round) { tally[end, default: 0] += 1 }
    }
    guard FaultSample.isWhole else { return }
    for (end, count) in tally.sorted(by: { $0.key < $1.key }) { print("store race: \(count) × \(end)") }
  }

  private func ends(ofRound round: Int) throws -> [String] {
    let store = try StoreProject(
      lanes: StoreProject.lanes
        + StoreProject.lanes.replacing("  beta:", with: "  other:").replacing("  store:", with: "  shop:"))
    try store.project.shell("cd .. && git clone -q origin.git job")
    let script = """
      (cd ../work && "$0" run beta --yes > ../one.txt 2>&1; echo $? > ../one) &
      (cd ../job && "$0" run other --yes > ../two.txt 2>&1; echo $? > ../two) &
      wait
      """
    try store.project.shell("sh -c '\(script.replacing("'", with: "'\\''"))' \(MartletProgram.path())")
    let outcomes = try ["one", "two"].map { try store.project.shell("cat ../\($0)").trimmingCharacters(in: .newlines) }
    let texts = try ["one", "two"].map { try store.project.shell("cat ../\($0).txt") }
    let events = try store.events()
    let report: Comment = "round \(round): \(outcomes), \(events)\n\(texts.joined(separator: "\n"))"
    #expect(Set(events).count == events.count, report)
    #expect(outcomes.contains("0"), report)
    let committed = events.filter { $0.hasPrefix("committed") }
    let tags = try store.project.git("ls-remote", "--tags", "origin", "builds/*").split(separator: "\n")
    // A loser has pushed nothing; a job that was late enough has taken the next number.
    #expect(committed.count == Set(committed).count && tags.count / 2 == outcomes.count { $0 == "0" }, report)
    return zip(outcomes, texts).map { outcome, text in
      let error = text.split(separator: "\n").first { $0.hasPrefix("error: ") }
      return "status \(outcome)\(error.map { ", \($0.prefix(100))" } ?? "")"
    } + ["\(committed.count) uploads, \(tags.count / 2) tags"]
  }
}
