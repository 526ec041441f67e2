import Lanes

extension Releasefile {
  /// The channels on which `steps` announce.
  func channels(announcedBy steps: [StepDeclaration]) -> [ChannelDeclaration] {
    let announcements = steps.compactMap { $0.step as? AnnounceStep }
    return channels.filter { channel in
      announcements.contains { $0.channels?.contains { $0.literal ?? channel.name == channel.name } ?? true }
    }
  }

  /// The environment variables with secrets that a lane declares, in alphabetical order. Without `token_env`, the token of
  /// the forge is not among them.
  package func secretVariables(ofLaneNamed name: String) -> [String] {
    let steps = steps(ofLaneNamed: name)
    var names = channels(announcedBy: steps).compactMap(\.secretVariable)
    names += steps.flatMap(\.step.credentialVariables).compactMap(\.literal)
    if steps.contains(where: { $0.step is PublishReleaseStep }) { names += [forge.tokenVariable].compactMap(\.self) }
    names += lane(named: name)?.parameters.filter(\.isSecret).compactMap(\.variable) ?? []
    return Set(names).sorted()
  }

  /// The variables with the key of App Store Connect, if a step of the lane needs it.
  func appStoreVariables(ofLaneNamed name: String) -> [String] {
    let usesIt = steps(ofLaneNamed: name).contains {
      $0.step is UploadBuildStep || $0.step is TestFlightStep || $0.step is AppStoreReleaseStep
        || ($0.step as? BumpBuildStep)?.readsAppStore == true
    }
    return usesIt ? [AppStoreVariable.keyID, AppStoreVariable.issuerID, AppStoreVariable.key].map { $0[0] } : []
  }

  /// The other environment variables that the check `environment` of a lane requires, in alphabetical order, without those
  /// that CI systems set.
  package func requiredVariables(ofLaneNamed name: String) -> [String] {
    let names = steps(ofLaneNamed: name).compactMap { $0.step as? EnsureEnvironmentStep }.flatMap(\.variables)
    return Set(names.map(\.text).filter { $0 == "GITHUB_TOKEN" || !$0.isSetByPipelines })
      .subtracting(secretVariables(ofLaneNamed: name)).sorted()
  }
}

extension Draft {
  /// The variables of which one has to hold the token of the forge; empty for a lane that needs none, or an unknown forge.
  package func forgeTokenVariables(ofLaneNamed name: String) -> [String] {
    let isUsed =
      releasefile.steps(ofLaneNamed: name).contains { $0.step is PublishReleaseStep }
      || releasefile.lane(named: name)?.pullRequest != nil
    guard isUsed, let repository = try? forgeRepository(ofTag: "") else { return [] }
    return repository.tokenVariable.map { [$0] } ?? repository.kind.tokenVariables.map(\.name)
  }
}

extension String {
  /// Whether it is the name of a variable of GitHub, GitLab or Xcode Cloud. GitHub accepts no secret of such a name.
  fileprivate var isSetByPipelines: Bool { self == "CI" || ["CI_", "GITHUB_", "RUNNER_"].contains(where: hasPrefix) }
}
