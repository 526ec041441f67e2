import TestSupport
import Testing

/// A fault at each request of the two lanes, in the same clone and in a new one.
@Suite(
  "Faults on the way to the App Store", .enabled(if: AppStoreServer.obstacle == nil, "\(AppStoreServer.obstacle ?? "")")
)
struct StoreSweepTests {
  /// What `faults.py` does to the request.
  private static let faults = [
    #""kind": "kill""#, #""kind": "kill", "after": true"#, #""kind": "lose-request""#, #""kind": "lose-answer""#,
    #""kind": "status", "status": 500, "text": "broken""#, #""kind": "status-after", "status": 502, "text": "gateway""#,
    #""kind": "status", "status": 429, "headers": {"Retry-After": "0"}, "body": {"errors": [{"code": "RATE_LIMIT_EXCEEDED"}]}"#,
    #""kind": "status", "status": 401, "body": {"errors": [{"code": "NOT_AUTHORIZED"}]}"#,
    #""kind": "status", "status": 403, "body": {"errors": [{"code": "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED"}]}"#,
    #""kind": "status", "status": 403, "body": {"errors": [{"code": "FORBIDDEN_ERROR"}]}"#, #""kind": "html""#,
    #""kind": "slow", "seconds": 0.3"#, #""kind": "cut-body""#,
  ]

  /// The number of positions that were tested in this process.
  private func sweep(_ lane: String, until count: Int, every distance: Int, movesOn: Bool) throws {
    for fault in FaultSample.some(2, of: Self.faults) {
      for position in FaultSample.positions(0..<count, every: distance) {
        try check(fault, at: position, of: lane, movesOn: movesOn)
      }
    }
  }

  @Test("a build is uploaded once, and finished or stopped with the cause", arguments: [false, true])
  func beta(movesOn: Bool) throws { try sweep("beta", until: 70, every: 29, movesOn: movesOn) }

  @Test("a version is submitted once", arguments: [false, true])
  func store(movesOn: Bool) throws { try sweep("store", until: 60, every: 29, movesOn: movesOn) }

  private func check(_ fault: String, at position: Int, of lane: String, movesOn: Bool) throws {
    let store = try StoreProject()
    try store.addLiveVersion()
    if lane == "store" { try store.addBuild("41", version: "2.0.0") }
    try store.add(fault, after: position)
    let place: Comment = "\(lane), request \(position), \(fault), new clone: \(movesOn)"
    var outcome = try store.martlet("run", lane, "--yes")
    var attempts = 0
    while outcome.status != 0, attempts < 3 {
      attempts += 1
      #expect(outcome.status == 137 || outcome.errors.contains("error: "), place)
      if movesOn { try store.moveToNewClone("clone\(attempts)") }
      outcome = try store.martlet("run", lane, "--yes")
    }
    #expect(outcome.status == 0, "\(place): \(outcome.errors)")
    // A number that was reserved and given up may be reserved again.
    let events = try store.events().filter { !$0.hasPrefix("reserved") && !$0.hasPrefix("deleted") }
    #expect(Set(events).count == events.count, "\(place): \(events)")
    if lane == "beta" {
      let committed = events.filter { $0.hasPrefix("committed") }
      #expect(committed.count == 1, "\(place): \(events)")
      #expect(events.filter { $0.hasPrefix("beta review") }.count == 1, "\(place): \(events)")
      let number = committed.first?.split(separator: " ").last.map(String.init) ?? ""
      #expect(try store.hasPublicTag("builds/\(number)"), "\(place): \(events)")
      #expect(try store.server.table("buildUploads").count == 1, "\(place): \(events)")
    } else {
      #expect(events == ["version 2.0.0", "submitted 2.0.0"], place)
    }
    #expect(try store.project.git("ls-remote", "origin", "refs/martlet/*") == "", place)
  }
}

@Suite(
  "Two jobs that build the same number",
  .enabled(if: AppStoreServer.obstacle == nil, "\(AppStoreServer.obstacle ?? "")"))
struct StoreRaceTests {
  @Test("exactly one upload for a number, and the other job stops before its push")
  func race() throws {
    for round in 0..<(FaultSample.isWhole ? 200 : 2) {
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
      let outcomes = try store.project.shell("cat ../one ../two").split(separator: "\n")
      let events = try store.events()
      let report: Comment =
        "round \(round): \(outcomes), \(events)\n\(try store.project.shell("cat ../one.txt ../two.txt"))"
      #expect(Set(events).count == events.count, report)
      #expect(outcomes.contains("0"), report)
      let committed = events.filter { $0.hasPrefix("committed") }
      let tags = try store.project.git("ls-remote", "--tags", "origin", "builds/*").split(separator: "\n")
      // A loser has pushed nothing; a job that was late enough has taken the next number.
      #expect(committed.count == Set(committed).count && tags.count / 2 == outcomes.count { $0 == "0" }, report)
    }
  }
}
