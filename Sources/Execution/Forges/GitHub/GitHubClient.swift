import HTTP
import Lanes
import MartletCore

/// Releases on GitHub and GitHub Enterprise.
struct GitHubClient: GitHubLikeClient {
  typealias Dialect = GitHubStandard

  let session: ForgeSession

  /// `permissions` are those of the user, who may have more than the token. So this also generates release notes: that
  /// requires a token that can write contents, and creates nothing.
  func checkWriteAccess() -> ForgeResult<WriteAccess> {
    session.perform(Request.repository(repository)) { response throws(Failure) in
      try response.decoded(as: GitHubRepository.self, from: "GitHub")
    }
    .flatMap { found in
      if found.permissions?.push == false {
        return .refused(
          .readOnlyToken(location, "GitHub", session.token, reason: "its user cannot push to `\(found.fullName)`"))
      }
      let request = Request.generateNotes(
        repository, tag: "martlet-write-access", target: found.defaultBranch)
      let answer: ForgeResult<Void> = session.perform(request) { _ in }
      let reason = answer.failure?.diagnostics.first?.notes.first ?? ""
      return switch answer {
      case .done: .done(.confirmed)
      case .refused(let failure) where failure.code == .credentials:
        .refused(.readOnlyToken(location, "GitHub", session.token, reason: reason))
      // A repository without commits has no target, which is 404, too.
      case .notFound, .taken, .limited, .maybeDone, .refused: .done(.unconfirmed(reason: reason))
      }
    }
  }

  func release(id: String) -> ForgeResult<ForgeRelease> {
    storedRelease(id: id).flatMap { release in
      // Old servers list at most 30 assets in a release.
      release.assets.count < 30
        ? .done(release) : assets(of: release).map { release.with(assets: $0) }
    }
  }

  func upload(_ asset: AssetFile, to release: ForgeRelease) -> ForgeResult<ForgeAsset> {
    guard let address = release.uploadAddress, session.sendsToken(to: address) else {
      return .refused(
        .contradictoryAnswer("GitHub", "`\(release.uploadAddress ?? "")` is not an address of GitHub for uploads"))
    }
    return session.perform(Request.upload(repository, asset, to: release), asset: asset.name) {
      response throws(Failure) in
      try response.decoded(as: GitHubRelease.Asset.self, from: "GitHub").asset()
    }
  }

  func delete(_ asset: ForgeAsset, of release: ForgeRelease) -> ForgeResult<Void> {
    session.perform(Request.deleteAsset(repository, release: release.id, id: asset.id)) { _ in }
  }

  func download(_ asset: ForgeAsset, to path: String?) -> ForgeResult<ContentDigest> {
    session.download(Request.downloadAsset(repository, asset), to: path)
  }

  private func assets(of release: ForgeRelease) -> ForgeResult<[ForgeAsset]> {
    session.pages { page in
      session.perform(Request.assets(repository, id: release.id, page: page)) { response throws(Failure) in
        var assets: [ForgeAsset] = []
        for asset in try response.decoded(as: [GitHubRelease.Asset].self, from: "GitHub") {
          assets.append(try asset.asset())
        }
        return (assets, response.hasNextPage)
      }
    }
  }
}
