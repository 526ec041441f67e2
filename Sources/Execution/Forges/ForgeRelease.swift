import MartletCore

/// A release as the forge reports it.
package struct ForgeRelease: Sendable, Hashable, Codable {
  /// The number of the release; on GitLab its tag.
  package let id: String
  /// The tag. GitHub may report `untagged-…` for a draft.
  package let tag: String
  package let title: String
  package let notes: String
  package let isDraft: Bool
  package let isPrerelease: Bool
  /// Whether the tag and the assets can no longer change.
  package let isImmutable: Bool
  /// The address of the release page.
  package let page: String
  /// GitHub's address for uploads: a URI template (RFC 6570).
  package let uploadAddress: String?
  package private(set) var assets: [ForgeAsset]

  package init(
    id: String, tag: String, title: String, notes: String, isDraft: Bool, isPrerelease: Bool, isImmutable: Bool = false,
    page: String, uploadAddress: String? = nil, assets: [ForgeAsset] = []
  ) {
    self.id = id
    self.tag = tag
    self.title = title
    self.notes = notes
    self.isDraft = isDraft
    self.isPrerelease = isPrerelease
    self.isImmutable = isImmutable
    self.page = page
    self.uploadAddress = uploadAddress
    self.assets = assets
  }

  /// The release with other assets.
  package func with(assets: [ForgeAsset]) -> ForgeRelease {
    var release = self
    release.assets = assets
    return release
  }
}

/// A file of a release.
package struct ForgeAsset: Sendable, Hashable, Codable {
  package let id: String
  package let name: String
  /// In bytes; nil for a link of GitLab to a file elsewhere.
  package let size: Int?
  /// Nil if the forge does not report one.
  package let digest: ContentDigest?
  /// Whether the upload is finished. GitHub keeps the empty remains of a failed upload, in the state `starter`.
  package let isComplete: Bool
  /// The address that a consumer downloads.
  package let address: String
  /// The address where the API has the file, which accepts a token; nil: `address` does, or the id is enough.
  package let source: String?

  package init(
    id: String, name: String, size: Int?, digest: ContentDigest?, isComplete: Bool, address: String,
    source: String? = nil
  ) {
    self.id = id
    self.name = name
    self.size = size
    self.digest = digest
    self.isComplete = isComplete
    self.address = address
    self.source = source
  }
}
