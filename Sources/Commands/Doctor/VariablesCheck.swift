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
    let draft = try session.draft(releasefile)
    return releasefile.publicLanes.compactMap { lane in
      let declared =
        releasefile.secretVariables(ofLaneNamed: lane.name) + releasefile.requiredVariables(ofLaneNamed: lane.name)
      let tokens = draft.forgeTokenVariables(ofLaneNamed: lane.name).filter { !declared.contains($0) }
      guard !declared.isEmpty || !tokens.isEmpty else { return nil }
      var missing = declared.filter { !isSet($0) }.map { "`\($0)`" }
      if let usual = tokens.first, !tokens.contains(where: isSet) { missing.append("`\(usual)`") }
      return missing.isEmpty
        ? ok("lane `\(lane.name)`: \((declared.count + (tokens.isEmpty ? 0 : 1)).of("variable")) set")
        : warn(
          "lane `\(lane.name)` needs \(missing.joined(separator: ", ")), which \(missing.count == 1 ? "is" : "are") not set",
          hint: "set \(missing.count == 1 ? "it" : "them") where the lane runs")
    }
  }

  private func isSet(_ variable: String) -> Bool { session.workspace.credentials.isSet([variable]) }
}
