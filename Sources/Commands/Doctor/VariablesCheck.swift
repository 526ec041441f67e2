import Lanes
import MartletCore
import Steps

/// Checks that the tokens, addresses and other variables that the lanes declare are set, and that the tokens may be sent
/// to their servers.
struct VariablesCheck: DoctorCheck {
  static let topic = "variables"
  let session: Session

  func findings() throws -> [Finding] {
    // Errors of the Releasefile are reported by another check.
    guard let releasefile = (try? session.releasefile()) ?? nil else { return [] }
    let draft = try session.draft(releasefile)
    return try releasefile.publicLanes.compactMap { finding(on: $0, of: releasefile, in: draft) }
      + refusals(in: draft)
  }

  private func finding(on lane: Lane, of releasefile: Releasefile, in draft: Draft) -> Finding? {
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

  /// The tokens that are set, and that no one has allowed for their server.
  private func refusals(in draft: Draft) throws -> [Finding] {
    let homes = try session.workspace.credentials.homes()
    let tokens = draft.releasefile.publicLanes.flatMap {
      draft.unboundTokens(ofLaneNamed: $0.name, in: session.pipeline?.system, besides: homes)
    }
    let refusals = tokens.filter { isSet($0.variable) }.map {
      Failure.unboundToken($0.variable, $0.server, $0.use, file: nil)
    }
    return refusals.indices.filter { !refusals[..<$0].contains(refusals[$0]) }.flatMap {
      Finding.findings(Self.topic, .warn, of: refusals[$0])
    }
  }

  private func isSet(_ variable: String) -> Bool { session.workspace.credentials.isSet([variable]) }
}
