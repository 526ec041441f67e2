import Lanes
import MartletChangelogs

extension Draft {
  /// The servers that the pipeline of a lane has to name for its credentials: those that neither Martlet nor the CI system
  /// knows.
  func tokenBindings(ofLaneNamed lane: String, in system: CISystem) -> [CredentialBinding] {
    let tokens = unboundTokens(ofLaneNamed: lane, in: system, besides: CredentialHomes())
    return Set(tokens.map { CredentialBinding($0.variable, to: $0.server) }).sorted { $0.description < $1.description }
  }

  /// The credentials that the lane would send to servers that `homes` does not have for them.
  ///
  /// - Parameter system: Nil outside of a job.
  package func unboundTokens(
    ofLaneNamed lane: String, in system: CISystem?, besides homes: CredentialHomes
  ) -> [(variable: String, server: CredentialHost, use: CredentialUse)] {
    credentialUses(ofLaneNamed: lane, in: system).flatMap { use in
      use.variables.compactMap { variable in
        guard let server = use.server, server.keepsSecrets, !homes.covers(variable, server) else { return nil }
        return (variable, server, use)
      }
    }
  }

  /// The credentials whose server the Releasefile or the remote names.
  private func credentialUses(ofLaneNamed lane: String, in system: CISystem?) -> [CredentialUse] {
    let steps = releasefile.steps(ofLaneNamed: lane)
    var uses = steps.compactMap { declaration -> CredentialUse? in
      guard let step = declaration.step as? any TreeStep, let branch = try? step.remoteBranch(in: self) else {
        return nil
      }
      return CredentialUse([branch.tokenVariable].compactMap(\.self), at: branch.address, for: declaration.title)
    }
    let repository = try? forgeRepository(ofTag: "")
    let forge = repository?.project
    let address = releasefile.forge.api ?? forge?.address ?? ""
    for channel in releasefile.channels(announcedBy: steps)
    where !channel.kind.hasSecretAddress {
      let server = [channel.endpoint, channel.server].first { !$0.isEmpty } ?? address
      uses.append(CredentialUse([channel.secretVariable].compactMap(\.self), at: server, for: channel.name))
    }
    if steps.contains(where: { $0.step is PublishReleaseStep }) || releasefile.lane(named: lane)?.pullRequest != nil {
      // In a job of the forge itself, the token that it defines belongs to it.
      let usual = system?.isGitHubLike == true ? nil : forge?.forge.tokenVariables.first?.name
      let variable = releasefile.forge.tokenVariable ?? usual
      uses.append(CredentialUse([variable].compactMap(\.self), at: address, for: "the forge"))
    }
    return uses
  }
}
