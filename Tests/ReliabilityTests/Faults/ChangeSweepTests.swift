import Foundation
import TestSupport
import Testing

/// `make faults` tests 1,000 moments of each lane with the release build, otherwise a few are tested. `MARTLET_FAULT_SEED` repeats a sweep.
@Suite(
  "A lane that is killed, after which a user acts, and gives a command in some clone",
  .enabled(if: ReferenceProgram("strace") != nil, "there is no `strace`"),
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct ChangeSweepTests {
  private static let seed =
    ProcessInfo.processInfo.environment["MARTLET_FAULT_SEED"].flatMap(UInt64.init) ?? FaultSample.seed

  @Test(
    "ends released as planned, untouched, or stopped with a hint that leads out, and nothing happens twice",
    arguments: SweptLane.allCases)
  func sweep(lane: SweptLane) throws {
    var sweep = try ChangeSweep(of: lane, seed: Self.seed)
    try sweep.run(count: FaultSample.isWhole ? 1_000 : 3)
    report(sweep.tally, "changes after a kill, lane \(lane), seed \(Self.seed)")
    #expect(sweep.tally.count > 0)
  }

  @Test(
    "ends like that also if the user acts during a command of the lane",
    arguments: [SweptLane.staged, .announced, .published])
  func live(lane: SweptLane) throws {
    var sweep = try ChangeSweep(of: lane, seed: Self.seed)
    for act in FaultSample.some(2, of: Act.live) {
      for command in FaultSample.some(1, of: lane.commands) { try sweep.act(live: act, during: command) }
    }
    report(sweep.tally, "changes during a command, lane \(lane)")
    #expect(sweep.tally.count > 0)
  }

  private func report(_ tally: ChangeTally, _ title: String) {
    print("faults: \(title): \(tally)")
    for finding in tally.findings.prefix(20) { Issue.record("\(finding)") }
  }
}
