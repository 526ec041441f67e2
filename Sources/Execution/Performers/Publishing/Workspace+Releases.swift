import Git
import Lanes
import MartletCore

extension Workspace {
  package func publishedRelease(
    of tag: String, on repository: ForgeRepository, comparing assets: [Artifact]
  ) throws -> Known<PublishedRelease> {
    let client: any ForgeClient
    do {
      client = try ForgeAccess(self).publicClient(of: repository)
    } catch {
      return .unknown(Failure(of: error))
    }
    let release: ForgeRelease
    switch client.release(tagged: tag) {
    case .done(let found): release = found
    case .notFound: return .none
    case .taken(let failure), .limited(_, let failure), .maybeDone(let failure), .refused(let failure):
      return .unknown(failure)
    }
    guard !release.isDraft else { return .none }
    let text = ReleaseDescription(
      tag: tag, title: release.title, notes: release.notes, isPrerelease: release.isPrerelease, isLatest: false)
    let comparison = try ReleaseComparison(of: text, assets, on: client.forge, with: release) { asset in
      try client.download(asset, to: nil).get()
    }
    let equal = comparison.equalAssets.map(\.name)
    return .value(
      PublishedRelease(
        url: release.page, differences: assets.map(\.name).filter { !equal.contains($0) },
        isEmpty: release.assets.isEmpty))
  }

  package func problem(with draft: ReleaseDraft, assets: [AssetFile]) -> Failure? {
    draft.repository.kind.problems(of: ReleaseDescription(draft, ReleaseMark.longest), assets: assets)
  }
}

extension Workspace {
  /// Lets git use the token of the CI job for the server of the job, where git finds no other credentials: the clone of a
  /// pipeline from `martlet init --ci` has none.
  package func lendJobToken() throws {
    guard userEnvironment["GITHUB_ACTIONS"] == "true", let server = userEnvironment["GITHUB_SERVER_URL"] else { return }
    let isForgejo = userEnvironment["FORGEJO_ACTIONS"] == "true" || userEnvironment["GITEA_ACTIONS"] == "true"
    let names = isForgejo ? ["FORGEJO_TOKEN", "GITEA_TOKEN", "GITHUB_TOKEN"] : ["GITHUB_TOKEN"]
    let use = CredentialUse(names, at: server, for: "git")
    guard let credential = try credentials.optionalCredential(for: use) else { return }
    repository.serverCredential = ServerCredential(
      user: "x-access-token", password: credential.secret.exposed, at: server)
  }
}
