import MartletCore

/// A check of a published release.
package struct ReleaseVerification: Hashable, Sendable, Codable {
  /// The check of a release by its signed statement alone.
  package struct Audit: Hashable, Sendable, Codable {
    /// The file with the keys that may sign, an absolute path; nil: the signer stays unknown.
    package var signers: String?
    /// The address of the repository when the release was made; nil: as now.
    package var formerAddress: String?

    package init() {}
  }

  package let repository: ForgeRepository
  package let tag: String
  /// The assets that the release has to have.
  package let assets: [Artifact]
  /// The binary targets of the tagged package manifest.
  package let binaries: [BinaryTarget]
  /// Whether it has to be marked as a pre-release; nil: either way.
  package var isPrerelease: Bool?
  /// Nil in a lane, which compares the release with its plan.
  package var audit: Audit?

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
