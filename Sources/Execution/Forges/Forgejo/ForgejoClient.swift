import HTTP
import Lanes
import MartletCore

/// Releases on Forgejo and Gitea. There are no digests, and each tag has at most one release.
struct ForgejoClient: GitHubLikeClient {
  typealias Request = ForgejoRequest

  let session: ForgeSession

  /// The permissions are those of the user; the scopes of the token cannot be read.
  func checkWriteAccess() -> ForgeResult<WriteAccess> {
    session.perform(ForgejoRequest.repository(repository)) { response throws(Failure) in
      try response.decoded(as: GitHubRepository.self, from: "Forgejo")
    }
    .flatMap { found in
      guard session.token != nil else {
        return .refused(.readOnlyToken(location, "Forgejo", session.token, reason: "there is no token"))
      }
      if found.permissions?.push == false {
        return .refused(
          .readOnlyToken(location, "Forgejo", session.token, reason: "its user cannot push to `\(found.fullName)`"))
      }
      return .done(.unconfirmed(reason: "Forgejo does not report the scopes of a token"))
    }
  }

  /// The server would accept a second asset of the same name.
  func upload(_ asset: AssetUpload, to release: ForgeRelease) -> ForgeResult<ForgeAsset> {
    self.release(id: release.id).flatMap { found in
      guard !found.assets.contains(where: { $0.name == asset.name }) else {
        return .taken(.assetExists("Forgejo", asset: asset.name))
      }
      return session.perform(ForgejoRequest.upload(repository, asset, id: release.id), asset: asset.name) {
        response throws(Failure) in
        try response.decoded(as: ForgejoRelease.Asset.self, from: "Forgejo").asset
      }
    }
  }

  func delete(_ asset: ForgeAsset, of release: ForgeRelease) -> ForgeResult<Void> {
    session.perform(ForgejoRequest.deleteAsset(repository, release: release.id, id: asset.id)) { _ in }
  }

  /// The token is sent only to this server.
  func download(_ asset: ForgeAsset, to path: String?) -> ForgeResult<ContentDigest> {
    guard session.sendsToken(to: asset.address) else { return session.publicDigest(of: asset.address, to: path) }
    return session.download(ForgejoRequest.download(asset.address), to: path)
  }
}

/// A release in Forgejo's JSON (`modules/structs/release.go`), with the keys that Martlet reads.
struct ForgejoRelease: ReleaseAnswer {
  let id: Int
  let tagName: String
  let name: String
  let body: String
  let draft: Bool
  let prerelease: Bool
  let htmlUrl: String
  let assets: [Asset]?

  struct Asset: Decodable {
    let id: Int
    let name: String
    let size: Int
    let browserDownloadUrl: String

    var asset: ForgeAsset {
      ForgeAsset(
        id: String(id), name: name, size: size, digest: nil, isComplete: true, address: browserDownloadUrl)
    }
  }

  func release() -> ForgeRelease {
    ForgeRelease(
      id: String(id), tag: tagName, title: name, notes: body, isDraft: draft, isPrerelease: prerelease,
      page: htmlUrl, assets: (assets ?? []).map(\.asset))
  }
}
