import Lanes
import MartletCore
import MartletManifests

/// The pods of a repository's packages, with the packages that publish them.
struct PackagedPods {
  /// The names of packages by pod, in the order of the Releasefile.
  private let packages: [String: [String]]

  /// Lists the pods of all packages once in a stage; none where no package is current.
  init(of draft: Draft) throws {
    packages =
      draft.package == nil
      ? [:] : try draft.listed(ListingKey.pods) { Self.packages(ofPodsIn: $0, draft.releasefile.packages) }
  }

  /// Returns the pod of another package with its versions before and after this run; nil if no other package has it.
  func pod(named name: String, in draft: Draft) -> VersionSurvey.RequiredPod? {
    guard let package = packages[name]?.last(where: { $0 != draft.package?.name }) else { return nil }
    guard let state = draft.changedVersion(ofPackage: package), let previous = state.previous else { return .kept }
    return .raised(from: previous, to: state.current)
  }

  private enum ListingKey: Hashable { case pods }

  private static func packages(
    ofPodsIn paths: [RelativePath], _ declarations: [PackageDeclaration]
  ) -> [String: [String]] {
    var indices: [String: [Int]] = [:]
    var folders: [RelativePath: [Int]] = [:]
    func add(_ path: RelativePath, of index: Int) {
      indices[String(path.lastComponent.prefix { $0 != "." }), default: []].append(index)
    }
    for (index, package) in declarations.enumerated() {
      if let manifests = package.manifests {
        for manifest in manifests where manifest.keyword == PodspecManifest.keyword { add(manifest.path, of: index) }
      } else if let folder = package.folder {
        folders[folder, default: []].append(index)
      }
    }
    for path in paths where [".podspec", ".podspec.json"].contains(where: path.string.hasSuffix) {
      var folder = path.parent
      while let outer = folder {
        for index in folders[outer] ?? [] { add(path, of: index) }
        folder = outer.parent
      }
    }
    return indices.mapValues { $0.sorted().map { declarations[$0].name } }
  }
}
