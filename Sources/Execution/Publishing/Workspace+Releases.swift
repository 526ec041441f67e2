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
    let text = ReleaseText(draft, ReleaseMark.longest)
    let files = assets.map { AssetFile(name: $0.name, path: $0.path, size: $0.size) }
    return draft.repository.locationKind.capabilities.problems(of: text, assets: files)
  }
}
