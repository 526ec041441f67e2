import MartletCore

/// One effect on the way to a release on a forge.
package enum ReleaseEffect: Hashable, Sendable, Codable {
  /// Keeps a copy of a file with the run, so that the same bytes are uploaded however long that takes.
  case keepArtifact(Artifact)
  /// Creates a release that only writers of the repository can see.
  case openDraft(ReleaseDraft)
  case uploadAsset(Artifact, to: ReleaseDraft)
  /// Makes the draft public.
  case publishRelease(ReleasePublication)
  /// Publishes a version of a package in a registry.
  case publishPackage(PackagePublication)
  /// Reads the release back as a consumer gets it.
  case verifyRelease(ReleaseVerification)

  /// Whether other users can see the result.
  package var isOutward: Bool {
    switch self {
    case .publishRelease, .publishPackage: true
    case .keepArtifact, .openDraft, .uploadAsset, .verifyRelease: false
    }
  }

  /// Whether later steps may read values that only the forge has.
  package var isOpaque: Bool {
    if case .publishRelease(let publication) = self { publication.isAwaited } else { false }
  }
}

/// A file that becomes an asset of a release.
package struct Artifact: Hashable, Sendable, Codable {
  /// The name of the asset.
  package let name: String
  /// The path of the file: absolute, or from the root of the repository. A pattern while the file does not exist yet.
  package let path: String
  /// Nil in a plan that is only shown, where an earlier command or export still has to write the file.
  package let contents: ArtifactContents?

  package init(name: String, path: String, contents: ArtifactContents?) {
    self.name = name
    self.path = path
    self.contents = contents
  }
}

extension [Artifact] {
  /// The outputs for later steps: a line for each file.
  var outputs: [String: String] {
    func lines(_ text: (Artifact) -> String?) -> String { compactMap(text).joined(separator: "\n") }
    return [
      "path": lines(\.path), "sha256": lines { $0.contents?.digest.hex },
      "size": lines { $0.contents.map { "\($0.size)" } },
    ]
  }
}

/// A file that becomes an asset, before it is read.
package struct UnreadArtifact: Hashable, Sendable {
  /// The name of the asset.
  package let name: String
  package let path: String
  /// In bytes.
  package let size: Int

  package init(name: String, path: String, size: Int) {
    self.name = name
    self.path = path
    self.size = size
  }
}

/// The size and the digest of a file.
package struct ArtifactContents: Hashable, Sendable, Codable {
  /// In bytes.
  package let size: Int
  package let digest: ContentDigest

  package init(size: Int, digest: ContentDigest) {
    self.size = size
    self.digest = digest
  }
}

/// A repository on a forge. The plan names the variable of the token, and never the token.
package struct ForgeRepository: Hashable, Sendable, Codable {
  package let kind: Forge
  /// The name of the git remote that has the tag.
  package let remote: String
  /// The address of that remote, without a password.
  package let address: String
  /// The address of the API; nil: the usual one of the host.
  package let api: String?
  /// The variable that the Releasefile names for the token; nil: one of the usual names.
  package let tokenVariable: String?

  package init(kind: Forge, remote: String, address: String, _ declaration: ForgeDeclaration) {
    self.kind = kind
    self.remote = remote
    self.address = address
    api = declaration.api
    tokenVariable = declaration.tokenVariable
  }

  /// Such as `owner/name`.
  package var name: String { RemoteAddress(address)?.path ?? address }

  /// Nil if the address has no owner and name.
  package var project: ForgeProject? { ForgeProject(remote: address, forge: kind, api: api) }
}

/// A release before it is public.
package struct ReleaseDraft: Hashable, Sendable, Codable {
  package let repository: ForgeRepository
  package let release: ReleaseDescription

  package init(_ release: ReleaseDescription, on repository: ForgeRepository) {
    self.repository = repository
    self.release = release
  }
}

/// The text of a release, and how it is marked.
package struct ReleaseDescription: Hashable, Sendable, Codable {
  /// Without `refs/tags/`.
  package var tag: String
  package var title: String
  /// Markdown.
  package var notes: String
  package var isPrerelease: Bool
  /// Whether it becomes the latest release.
  package var isLatest: Bool

  package init(tag: String, title: String, notes: String, isPrerelease: Bool, isLatest: Bool) {
    self.tag = tag
    self.title = title
    self.notes = notes
    self.isPrerelease = isPrerelease
    self.isLatest = isLatest
  }
}

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

/// A check of a published release.
package struct ReleaseVerification: Hashable, Sendable, Codable {
  package let repository: ForgeRepository
  package let tag: String
  /// The assets that the release has to have.
  package let assets: [Artifact]
  /// The binary targets of the tagged package manifest.
  package let binaries: [BinaryTarget]

  package init(of tag: String, on repository: ForgeRepository, assets: [Artifact], binaries: [BinaryTarget]) {
    self.repository = repository
    self.tag = tag
    self.assets = assets
    self.binaries = binaries
  }
}

/// A binary target of a package: SwiftPM downloads the archive and compares its SHA-256.
package struct BinaryTarget: Hashable, Sendable, Codable {
  package let name: String
  package let url: String
  package let checksum: String

  package init(name: String, url: String, checksum: String) {
    self.name = name
    self.url = url
    self.checksum = checksum
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

  package init(url: String, differences: [String]) {
    self.url = url
    self.differences = differences
  }
}
