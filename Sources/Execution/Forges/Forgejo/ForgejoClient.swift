import HTTP
import Lanes
import MartletCore

/// Releases on Forgejo and Gitea. There are no digests, and each tag has at most one release.
struct ForgejoClient: GitHubLikeClient {
  typealias Dialect = ForgejoDialect

  let session: ForgeSession

  /// The permissions are those of the user; the scopes of the token cannot be read.
  func checkWriteAccess() -> ForgeResult<WriteAccess> {
    session.perform(Request.repository(repository)) { response throws(Failure) in
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
  func upload(_ asset: AssetFile, to release: ForgeRelease) -> ForgeResult<ForgeAsset> {
    self.release(id: release.id).flatMap { found in
      guard !found.assets.contains(where: { $0.name == asset.name }) else {
        return .taken(.assetExists("Forgejo", asset: asset.name))
      }
      return session.perform(Request.upload(repository, asset, to: release), asset: asset.name) {
        response throws(Failure) in
        try response.decoded(as: GitHubRelease.Asset.self, from: "Forgejo").asset()
      }
    }
  }

  func delete(_ asset: ForgeAsset, of release: ForgeRelease) -> ForgeResult<Void> {
    session.perform(Request.deleteAsset(repository, release: release.id, id: asset.id)) { _ in }
  }

  /// The token is sent only to this server.
  func download(_ asset: ForgeAsset, to path: String?) -> ForgeResult<ContentDigest> {
    guard session.sendsToken(to: asset.address) else { return session.publicDigest(of: asset.address, to: path) }
    return session.download(Request.downloadAsset(repository, asset), to: path)
  }
}
