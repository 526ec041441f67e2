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
    let parameters = lane(named: name)?.parameters.filter(\.isSecret).compactMap(\.variable) ?? []
    return credentialVariables(of: steps(ofLaneNamed: name)).union(parameters).sorted()
  }

  /// The variables of every `token_env`, `url_env` and `password_env`.
  package var credentialVariables: Set<String> {
    let declared = [forge.tokenVariable].compactMap(\.self) + channels.compactMap(\.secretVariable)
    return credentialVariables(of: lanes.flatMap(\.steps).flatMap(\.withNestedSteps)).union(declared)
  }

  private func credentialVariables(of steps: [StepDeclaration]) -> Set<String> {
    var names = channels(announcedBy: steps).compactMap(\.secretVariable)
    for step in steps.map(\.step) {
      switch step {
      case let step as any TreeStep: names += [step.target.tokenVariable?.literal].compactMap(\.self)
      case let step as PublishPackageStep: names += [step.tokenVariable?.literal].compactMap(\.self)
      case is any ForgeStep: names += [forge.tokenVariable].compactMap(\.self)
      default: break
      }
    }
    return Set(names)
  }

  /// The other environment variables that `ensure_environment` of a lane requires, in alphabetical order, without those
  /// that CI systems set.
  package func requiredVariables(ofLaneNamed name: String) -> [String] {
    let names = steps(ofLaneNamed: name).compactMap { $0.step as? EnsureEnvironmentStep }.flatMap(\.variables)
    return Set(names.map(\.text).filter { $0 == "GITHUB_TOKEN" || !$0.isSetByPipelines })
      .subtracting(secretVariables(ofLaneNamed: name)).sorted()
  }
}

extension String {
  /// Whether it is the name of a variable of GitHub, GitLab or Xcode Cloud. GitHub accepts no secret of such a name.
  fileprivate var isSetByPipelines: Bool { self == "CI" || ["CI_", "GITHUB_", "RUNNER_"].contains(where: hasPrefix) }
}
