import TestSupport
import Testing

/// `make faults` tests every operation with the release build; otherwise a sample is tested.
@Suite("A fault at the k-th file operation")
struct E01FaultSweepTests {
  private static let isThere = ReferenceProgram("strace") != nil

  @Test(
    "lets the run be finished as planned in one copy, and undone in another",
    .enabled(if: isThere, "there is no `strace`"),
    arguments: FaultSample.some(2, of: Fault.all), FaultSample.some(1, of: ["release", "staged"]))
  func sweep(fault: Fault, lane: String) throws {
    var sweep = try FaultSweep(of: lane)
    try sweep.run(fault)
    try check(sweep.tally, "\(fault.name), lane \(lane)")
  }

  @Test(
    "can be a kill, repeated during the repair, which still succeeds afterwards",
    .enabled(if: isThere, "there is no `strace`"))
  func recovery() throws {
    var sweep = try FaultSweep(of: "release")
    try sweep.runTwice()
    try check(sweep.tally, "killed twice")
  }

  private func check(_ tally: FaultTally, _ title: String) throws {
    print("faults: \(title), \(tally)")
    for finding in tally.findings.prefix(5) { Issue.record("\(finding)") }
    #expect(tally.injections > 0)
    #expect(tally.lost == 0)
    #expect(tally.duplicated == 0)
    #expect(tally.leaked == 0)
  }
}
