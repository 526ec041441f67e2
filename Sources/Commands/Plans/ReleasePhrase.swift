import Lanes
import MartletCore

/// What an effect of a release does, in the columns of a plan.
struct ReleasePhrase {
  let verb: String
  let object: String
  let detail: String
}

extension ReleaseEffect {
  var phrase: ReleasePhrase {
    switch self {
    case .keepArtifact(let artifact):
      ReleasePhrase(verb: "keep", object: artifact.path, detail: artifact.contentsPhrase)
    case .openDraft(let draft):
      ReleasePhrase(verb: "draft", object: draft.phrase, detail: "\"\(draft.release.title)\"")
    case .uploadAsset(let artifact, _):
      ReleasePhrase(verb: "upload", object: artifact.name, detail: artifact.contentsPhrase)
    case .publishRelease(let publication):
      ReleasePhrase(
        verb: "publish", object: publication.draft.phrase,
        detail: publication.draft.release.markPhrase(on: publication.draft.repository.kind))
    case .publishPackage(let publication):
      ReleasePhrase(
        verb: "publish", object: "\(publication.title) on \(publication.registry)",
        detail: publication.archive.contentsPhrase)
    case .verifyRelease(let verification):
      ReleasePhrase(
        verb: "verify", object: "\(verification.tag) on \(verification.repository.phrase)",
        detail: verification.assets.isEmpty || verification.assets.contains(where: \.isPattern)
          ? "every asset" : verification.assets.count.of("asset"))
    }
  }

  /// Whether it changes something on the forge.
  var isOnForge: Bool {
    switch self {
    case .openDraft, .uploadAsset, .publishRelease, .publishPackage: true
    case .keepArtifact, .verifyRelease: false
    }
  }
}

extension ReleaseDraft {
  fileprivate var phrase: String { "\(release.tag) on \(repository.phrase)" }
}

extension ForgeRepository {
  fileprivate var phrase: String { "\(kind.name) \(name)" }
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

extension Artifact {
  /// Whether it may become several assets, once the command that makes them has run.
  fileprivate var isPattern: Bool { contents == nil && path.contains { "*?[{".contains($0) } }

  fileprivate var contentsPhrase: String {
    contents.map { "\($0.size.byteCount), sha256 \($0.digest.hex.prefix(12))" } ?? "when it is built"
  }
}

extension Int {
  /// Such as `512 bytes`, `3.4 kB`, `18.2 MB`.
  var byteCount: String {
    guard self >= 1000 else { return of("byte") }
    let units: [(size: Double, name: String)] = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    let unit = units.first { Double(self) >= $0.size } ?? (1e3, "kB")
    let tenths = Int((Double(self) / unit.size * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit.name)"
  }
}
