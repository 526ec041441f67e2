import Forges
import Lanes
import MartletTextEditing

/// The assets of the release of a run without a journal, which stand for the files that the run has made. They are read
/// when a step first needs one.
package final class ReleasedAssets {
  private let trace: PlanTrace
  private let repository: ForgeRepository?
  private let workspace: Workspace
  /// The names of files that the run writes at known paths; they match no pattern with wildcards.
  private var ownNames: Set<String> = []
  private var assets: [ForgeAsset]?
  private var contents: [ForgeAsset: ArtifactContents] = [:]

  /// - Parameter repository: Nil if the remote is on no forge.
  package init(of trace: PlanTrace, on repository: ForgeRepository?, in workspace: Workspace) {
    self.trace = trace
    self.repository = repository
    self.workspace = workspace
  }

  /// Notes which files the effects of the run write at known paths; returns whether any of the names is new.
  func note(_ effects: some Sequence<Effect>) -> Bool {
    let count = ownNames.count
    for effect in effects { ownNames.formUnion(effect.knownNames) }
    return ownNames.count > count
  }

  /// Returns the assets whose names match the last component of `pattern`, at the paths that the files of the run had.
  ///
  /// - Throws: `UnreadableForge`; the failure of a download.
  func artifacts(matching pattern: String) throws -> [Artifact] {
    guard let last = pattern.split(separator: "/").last.map(String.init), let repository else { return [] }
    let (path, folder) = (PathPattern(pattern)?.path, PathPattern(pattern)?.folder)
    let client = try workspace.readingClient(of: repository)
    let found = try read(by: client).filter { asset in
      asset.name == last || path == nil && asset.name.matches(wildcards: last) && !ownNames.contains(asset.name)
    }
    return try found.sorted { $0.name.precedesInBytes($1.name) }.map { asset in
      let file = path?.string ?? folder.map { "\($0)/\(asset.name)" } ?? asset.name
      return Artifact(name: asset.name, path: file, contents: try contents(of: asset, by: client))
    }
  }

  /// Returns the artifacts that the run made at paths that match `pattern`: assets; if there are none, files that the user
  /// has put here.
  func artifactsOrFiles(matching pattern: String) throws -> [Artifact] {
    let found = try artifacts(matching: pattern)
    guard found.isEmpty, let files = try? BuiltArtifacts([pattern], in: workspace) else { return found }
    let paths = files.paths.filter { $0.string == pattern || !ownNames.contains($0.lastComponent) }
    return try paths.map {
      Artifact(name: $0.lastComponent, path: $0.string, contents: try workspace.artifact(at: $0.string))
    }
  }

  private func read(by client: any ForgeClient) throws -> [ForgeAsset] {
    if let assets { return assets }
    let release = try release(by: client)
    let found = release?.assets.filter { $0.isComplete && $0.size != nil } ?? []
    assets = found
    return found
  }

  private func release(by client: any ForgeClient) throws -> ForgeRelease? {
    try repository.flatMap { try ReleaseLookup(of: trace, on: $0, by: client).release() }
  }

  /// Downloads the asset if the forge does not report its digest.
  private func contents(of asset: ForgeAsset, by client: any ForgeClient) throws -> ArtifactContents {
    if let contents = contents[asset] { return contents }
    let digest = try asset.digest ?? client.download(asset, to: nil).get()
    let contents = ArtifactContents(size: asset.size ?? 0, digest: digest)
    self.contents[asset] = contents
    return contents
  }
}

extension Effect {
  fileprivate var knownNames: [String] {
    let paths: [String?] =
      switch self {
      case .writeFile(let write): [write.path.string]
      case .writeArchive(let write): [write.path, write.terms.hasChecksum ? write.path.map { "\($0).sha256" } : nil]
      case .runCommand(let run): (run.artifacts ?? []).map { PathPattern($0)?.path?.string }
      default: []
      }
    return paths.compactMap { $0?.split(separator: "/").last.map(String.init) }
  }
}
