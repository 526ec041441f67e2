import HTTP
import Lanes
import MartletCore

/// Releases on Forgejo and Gitea. There are no digests, and each tag has at most one release.
struct ForgejoClient: PullRequestClient {
  typealias Request = ForgejoRequest

  let session: ForgeSession

  var repository: String { location.repository.percentEncoded(keeping: "/") }

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

  func releases() -> ForgeResult<[ForgeRelease]> {
    session.pages { page in
      session.perform(ForgejoRequest.releases(repository, page: page)) { response throws(Failure) in
        (try response.decoded(as: [ForgejoRelease].self, from: "Forgejo").map(\.release), response.hasNextPage)
      }
    }
  }

  /// A draft does not count as published, although the server returns it here.
  func release(tagged tag: String) -> ForgeResult<ForgeRelease> {
    release(ForgejoRequest.releaseTagged(repository, tag: tag)) { release throws(Failure) in
      guard release.tag == tag else {
        throw .contradictoryAnswer("Forgejo", "the release has the tag `\(release.tag)`, expected `\(tag)`")
      }
    }
    .flatMap { release in
      release.isDraft ? .notFound(.onlyDraft(tag, "Forgejo")) : .done(release)
    }
  }

  func release(id: String) -> ForgeResult<ForgeRelease> {
    release(ForgejoRequest.release(repository, id: id)) { release throws(Failure) in
      guard release.id == id else {
        throw .contradictoryAnswer("Forgejo", "the release has the number \(release.id), expected \(id)")
      }
    }
  }

  func latestRelease() -> ForgeResult<ForgeRelease> { release(ForgejoRequest.latestRelease(repository)) }

  func createDraft(_ text: ReleaseDescription) -> ForgeResult<ForgeRelease> {
    release(ForgejoRequest.createDraft(repository, text)) { release throws(Failure) in
      guard release.isDraft else { throw .contradictoryAnswer("Forgejo", "the release is public, expected a draft") }
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

  func update(_ release: ForgeRelease, to text: ReleaseDescription) -> ForgeResult<ForgeRelease> {
    self.release(ForgejoRequest.update(repository, id: release.id, text, publishes: false))
  }

  func publish(_ release: ForgeRelease, as text: ReleaseDescription) -> ForgeResult<ForgeRelease> {
    self.release(ForgejoRequest.update(repository, id: release.id, text, publishes: true)) { release throws(Failure) in
      guard !release.isDraft, release.tag == text.tag else {
        throw .contradictoryAnswer(
          "Forgejo",
          "the release of `\(release.tag)` is \(release.isDraft ? "still a draft" : "public"), expected a "
            + "public one of `\(text.tag)`")
      }
    }
  }

  func deleteDraft(_ release: ForgeRelease) -> ForgeResult<Void> {
    self.release(id: release.id).flatMap { found in
      guard found.isDraft else { return .refused(.notADraft(found, "Forgejo")) }
      return session.perform(ForgejoRequest.deleteRelease(repository, id: release.id)) { _ in }
    }
  }

  /// The token is sent only to this server.
  func download(_ asset: ForgeAsset, to path: String?) -> ForgeResult<ContentDigest> {
    guard session.sendsToken(to: asset.address) else { return session.publicDigest(of: asset.address, to: path) }
    return session.download(ForgejoRequest.download(asset.address), to: path)
  }

  private func release(
    _ request: ForgejoRequest, check: (ForgeRelease) throws(Failure) -> Void = { _ in }
  ) -> ForgeResult<ForgeRelease> {
    session.perform(request) { response throws(Failure) in
      let release = try response.decoded(as: ForgejoRelease.self, from: "Forgejo").release
      try check(release)
      return release
    }
  }
}

/// A release in Forgejo's JSON (`modules/structs/release.go`), with the keys that Martlet reads.
private struct ForgejoRelease: Decodable {
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

  var release: ForgeRelease {
    ForgeRelease(
      id: String(id), tag: tagName, title: name, notes: body, isDraft: draft, isPrerelease: prerelease,
      page: htmlUrl, assets: (assets ?? []).map(\.asset))
  }
}

extension Failure {
  fileprivate static func onlyDraft(_ tag: String, _ name: String) -> Failure {
    Failure("the release of `\(tag)` on \(name) is a draft", code: .requestRefused)
  }
}
