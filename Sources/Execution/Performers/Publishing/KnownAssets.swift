import Lanes
import MartletCore

/// What is known about the assets of a release besides what the forge reports.
struct KnownAssets {
  /// The digests of one source, such as the record of a run.
  struct Source {
    /// Such as `the record of run 20261124-101500-3f2a`.
    let name: String
    let digests: [String: ContentDigest]
    /// Whether the release has no other assets.
    let isComplete: Bool
  }

  /// The most trusted one first.
  private(set) var sources: [Source] = []
  /// The text of the release as the record has it, with the id of the run.
  private(set) var text: (description: ReleaseDescription, run: RunID)?
  /// What the run of the record has published on branches of other repositories.
  private(set) var trees: [TreePublication] = []

  /// - Parameter planned: The assets of the lane; none outside of one.
  init(ofTag tag: String, planned: [Artifact], in workspace: Workspace) {
    if !planned.isEmpty { add("the plan", planned, isComplete: true) }
    for record in (try? workspace.runs()) ?? [] {
      let uploads = record.doneEntries.compactMap { entry -> Artifact? in
        guard case .uploadAsset(let artifact, let draft) = entry.effect, draft.release.tag == tag else {
          return nil
        }
        return artifact
      }
      for entry in record.doneEntries {
        guard case .release(.publication(let publication, let mark))? = record.progress[entry.number]?.change,
          publication.draft.release.tag == tag
        else { continue }
        text = (ReleaseDescription(publication.draft, mark), record.id)
        trees = record.doneEntries.compactMap { if case .publishTree(let tree) = $0.effect { tree } else { nil } }
        add("the record of run \(record.id)", uploads, isComplete: true)
        return
      }
    }
  }

  private mutating func add(_ name: String, _ artifacts: [Artifact], isComplete: Bool) {
    let pairs = artifacts.compactMap { artifact in artifact.contents.map { (artifact.name, $0.digest) } }
    sources.append(Source(name: name, digests: Dictionary(pairs) { $1 }, isComplete: isComplete))
  }

  mutating func add(_ list: ChecksumList, named name: String) {
    sources.append(Source(name: "`\(name)`", digests: list.digests, isComplete: true))
  }

  /// The sources that have a digest of the asset.
  func sources(of name: String) -> [(name: String, digest: ContentDigest)] {
    sources.compactMap { source in source.digests[name].map { (source.name, $0) } }
  }

  /// The assets that a source has and `names` do not, with the name of the source.
  func missing(from names: Set<String>) -> [(name: String, source: String)] {
    var found: [(name: String, source: String)] = []
    for source in sources {
      for name in source.digests.keys.sorted()
      where !names.contains(name) && !found.contains(where: { $0.name == name }) {
        found.append((name, source.name))
      }
    }
    return found
  }

  /// The source that does not have the asset, although it has all of them; nil if there is none.
  ///
  /// - Parameter isSigned: Whether the release has to have a signed list, which has all assets but itself and its signature.
  func sourceWithout(_ name: String, isSigned: Bool) -> String? {
    let isEvidence =
      isSigned
      ? [ChecksumList.signedName, ChecksumList.signatureName].contains(name)
      : ChecksumList.isList(name) || ChecksumList.isSignature(name)
    guard !isEvidence else {
      return sources.first { $0.isComplete && !$0.name.hasPrefix("`") && $0.digests[name] == nil }?.name
    }
    return sources.first { $0.isComplete && $0.digests[name] == nil }?.name
  }
}
