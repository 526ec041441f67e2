import Foundation
import TestSupport
import Testing

/// `make faults` tries every operation, with the program as it is released; otherwise a few of them are tried.
@Suite("A1–A5, B2, E1, E2: something goes wrong at the k-th file operation")
struct E01FaultSweepTests {
  private static let isWhole = ProcessInfo.processInfo.environment["MARTLET_FAULTS"] == "all"
  private static let isThere = ReferenceProgram("strace") != nil

  @Test(
    "A1–A5, E1: the run is finished as planned in one copy, and taken back in another",
    .enabled(if: isThere, "there is no `strace`"),
    arguments: isWhole ? Fault.all : Array(Fault.all.prefix(6)), isWhole ? ["release", "staged"] : ["release"])
  func sweep(fault: Fault, lane: String) throws {
    var sweep = try FaultSweep(of: lane, every: Self.isWhole ? 1 : 41)
    try sweep.run(fault)
    try check(sweep.tally, "\(fault.name), lane \(lane)")
  }

  @Test(
    "E2: killed, and killed again while it is mended, it can still be mended",
    .enabled(if: isThere, "there is no `strace`"))
  func recovery() throws {
    var sweep = try FaultSweep(of: "release", every: Self.isWhole ? 7 : 53)
    try sweep.runTwice(every: Self.isWhole ? 11 : 47)
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
