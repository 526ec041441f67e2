import MartletCore

/// A check of a published release.
package struct ReleaseVerification: Hashable, Sendable, Codable {
  package let repository: ForgeRepository
  package let tag: String
  /// The assets that the release has to have.
  package let assets: [Artifact]
  /// The binary targets of the tagged package manifest.
  package let binaries: [BinaryTarget]
  /// The file with the keys that have to have signed the tag and the list of checksums; nil: no signature is required.
  package var signers: String?
  /// Whether no tag has a higher version, so that taps and sites have to show this release. Nil in a lane.
  package var isNewest: Bool?
  /// The lane of the tagged Releasefile that publishes a list of checksums; nil: none, or unknown.
  package var listingLane: String?

  package init(of tag: String, on repository: ForgeRepository, assets: [Artifact], binaries: [BinaryTarget]) {
    self.repository = repository
    self.tag = tag
    self.assets = assets
    self.binaries = binaries
  }
}

extension ReleaseVerification: EffectValue {
  package var summary: EffectSummary {
    EffectSummary(
      "verify", "\(tag) on \(repository.phrase)",
      assets.isEmpty || assets.contains(where: \.isPattern) ? "every asset" : assets.count.of("asset"))
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    ["tag": tag, "repository": repository.name, "checks": outcome.audit.flatMap { $0.isEmpty ? nil : $0 }]
  }

  package var act: Trust.Act? { .contact }
}
