import Lanes
import MartletCore

extension Workspace {
  package func publishedRelease(
    of tag: String, on repository: ForgeRepository, comparing assets: [Artifact]
  ) throws -> PublishedRelease? {
    // A plan can be made without a network or a token; what is wrong with them is found before the first entry.
    guard let client = try? ForgeAccess(self).publicClient(of: repository),
      case .done(let release) = client.release(tagged: tag), !release.isDraft
    else { return nil }
    let differences = try assets.filter { artifact in
      if case .same = try AssetComparison(of: artifact, in: release, on: client) { false } else { true }
    }
    return PublishedRelease(url: release.page, differences: differences.map(\.name))
  }

  package func problem(with draft: ReleaseDraft, assets: [UnreadArtifact]) -> Failure? {
    draft.repository.kind.problems(of: ReleaseDescription(draft, ReleaseMark.longest), assets: assets)
  }
}
