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
    for step in steps.map(\.step) {
      switch step {
      case let step as any TreeStep: names += [step.target.tokenVariable?.literal].compactMap(\.self)
      case let step as PublishPackageStep: names += [step.tokenVariable?.literal].compactMap(\.self)
      case is any ForgeStep: names += [forge.tokenVariable].compactMap(\.self)
      default: break
      }
    }
    names += lane(named: name)?.parameters.filter(\.isSecret).compactMap(\.variable) ?? []
    return Set(names).sorted()
  }
}
