import MartletCore

/// A draft that becomes public with exactly these assets.
package struct ReleasePublication: Hashable, Sendable, Codable {
  package let draft: ReleaseDraft
  package let assets: [Artifact]
  /// Whether later steps may read the result.
  package let isAwaited: Bool

  package init(of draft: ReleaseDraft, with assets: [Artifact], isAwaited: Bool) {
    self.draft = draft
    self.assets = assets
    self.isAwaited = isAwaited
  }
}

/// The result of publishing.
package struct ReleaseResult: Hashable, Sendable, Codable {
  package struct Asset: Hashable, Sendable, Codable {
    package let name: String
    /// The address that a consumer downloads.
    package let url: String
    package let digest: ContentDigest

    package init(name: String, url: String, digest: ContentDigest) {
      self.name = name
      self.url = url
      self.digest = digest
    }
  }

  /// The page of the release.
  package let url: String
  package let assets: [Asset]

  package init(url: String, assets: [Asset]) {
    self.url = url
    self.assets = assets
  }

  /// The outputs for later steps: a line for each asset.
  var outputs: [String: String] {
    [
      "release_url": url, "asset_urls": assets.map(\.url).joined(separator: "\n"),
      "digests": assets.map { "\($0.digest.hex)  \($0.name)" }.joined(separator: "\n"),
    ]
  }
}

/// A release that is public already.
package struct PublishedRelease: Hashable, Sendable {
  /// The page of the release.
  package let url: String
  /// The names of the assets that are missing there, or have other contents.
  package let differences: [String]
  /// Whether it has no asset.
  package let isEmpty: Bool

  package init(url: String, differences: [String], isEmpty: Bool = false) {
    self.url = url
    self.differences = differences
    self.isEmpty = isEmpty
  }
}

extension ReleasePublication: EffectValue {
  package var summary: EffectSummary {
    EffectSummary("publish", draft.phrase, draft.release.markPhrase(on: draft.repository.kind))
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    let release = draft.release
    return [
      "tag": release.tag, "repository": draft.repository.name, "isLatest": release.isLatest,
      "isPrerelease": release.isPrerelease, "url": outcome.release?.url,
    ]
  }

  package func receipt(_ outcome: Outcome) -> String? { "published \(outcome.release?.url ?? draft.release.tag)" }
  package var publicName: String? { "release \(draft.release.tag) on \(draft.repository.kind.name)" }
  package var isOutward: Bool { true }
  /// Later steps may read values that only the forge has.
  package var isOpaque: Bool { isAwaited }
}

extension ReleaseDescription {
  /// The mark that the release will have, with the reason if the forge does not have the one that was meant.
  fileprivate func markPhrase(on forge: Forge) -> String {
    if isPrerelease {
      return forge.marksPrereleases ? "as a pre-release" : "as the latest: \(forge.name) has no pre-releases"
    }
    if isLatest { return "as the latest" }
    return forge.marksLatest ? "not as the latest" : "as the latest: \(forge.name) marks the newest"
  }
}
