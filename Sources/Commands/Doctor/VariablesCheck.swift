import Lanes
import MartletCore
import Steps

/// Checks that the tokens, addresses and other variables that the lanes declare are set.
struct VariablesCheck: DoctorCheck {
  static let topic = "variables"
  let session: Session

  func findings() throws -> [Finding] {
    // Errors of the Releasefile are reported by another check.
    guard let releasefile = (try? session.releasefile()) ?? nil else { return [] }
    return releasefile.publicLanes.compactMap { lane in
      let declared =
        releasefile.secretVariables(ofLaneNamed: lane.name) + releasefile.requiredVariables(ofLaneNamed: lane.name)
      guard !declared.isEmpty else { return nil }
      let missing = declared.filter { !session.workspace.credentials.isSet([$0]) }
      return missing.isEmpty
        ? ok("lane `\(lane.name)`: \(declared.count.of("variable")) set")
        : warn(
          "lane `\(lane.name)` needs \(missing.quotedList), which \(missing.count == 1 ? "is" : "are") not set",
          hint: "set \(missing.count == 1 ? "it" : "them") where the lane runs")
    }
  }
}
