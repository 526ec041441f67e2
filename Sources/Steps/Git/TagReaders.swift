import Lanes
import MartletCore
import MartletManifests

/// The programs that read the tag of a release, and what they expect: SwiftPM a version, CocoaPods the tag in the podspec.
struct TagReaders {
  /// The tags in the podspecs with the current version, by their paths.
  private let podTags: [RelativePath: String]
  /// The binary targets whose addresses have the version before this run.
  private let staleBinaries: [BinaryTarget]

  /// Reads the files once for all plans of one state.
  init(in draft: Draft) throws {
    self = try draft.derived(Key()) { try TagReaders(reading: draft) }
  }

  private struct Key: Hashable {}

  private init(reading draft: Draft) throws {
    guard let state = draft.changedVersion else {
      (podTags, staleBinaries) = ([:], [])
      return
    }
    let paths = try draft.filePaths().filter { $0.depth == 1 }
    var tags: [RelativePath: String] = [:]
    for path in paths where [".podspec", ".podspec.json"].contains(where: path.string.hasSuffix) {
      let sites = (try? PodspecManifest(path: path).versionSites(in: draft)) ?? []
      guard sites.contains(where: { $0.role == .product && $0.holds(state.current) }),
        let source = try draft.source(at: path)
      else { continue }
      tags[path] = PodspecManifest.sourceTag(of: state.current, in: source)
    }
    podTags = tags
    staleBinaries = try state.previous.map(draft.binaryTargets) ?? []
  }

  /// Checks the tag of a release; another one, such as `builds/42`, is not meant for them.
  ///
  /// - Throws: `Failure` for a tag that one of them does not read.
  func check(_ name: String, in draft: Draft) throws {
    guard try draft.tagFormat().version(of: name) != nil else { return }
    if let (path, tag) = podTags.filter({ $0.value != name }).min(by: { $0.key < $1.key }) {
      throw Failure.otherPodTag(tag, of: path, planned: name)
    }
    let steps = draft.laneName.map(draft.releasefile.steps(ofLaneNamed:)) ?? []
    let releasable = steps.lazy.compactMap { $0.step as? EnsureReleasableStep }.first
    try releasable?.rejectStaleBundles(in: draft)
    let isRead = TagFormat.readBySwiftPM.contains { $0.version(of: name).map { $0.components.count < 4 } ?? false }
    if releasable != nil, draft.package == nil, !isRead { throw Failure.unreadBySwiftPM(name) }
    if let binary = staleBinaries.first, let version = draft.changedVersion?.previous {
      throw Failure.staleBinary(binary, at: version, isOwn: try draft.isReleaseFile(binary))
    }
  }
}

extension Draft {
  /// Returns the binary targets of the package whose addresses have `version`.
  func binaryTargets(at version: Version) throws -> [BinaryTarget] {
    try filePaths().filter { PackageDescription.isManifest($0) }.flatMap { path in
      try source(at: path).map { PackageDescription($0).remoteBinaries } ?? []
    }.filter { $0.url.hasVersion(version) }
  }

  /// Returns the package's local artifact bundles whose descriptions have `version`.
  func localBundles(at version: Version) throws -> [(name: String, path: RelativePath)] {
    guard let manifest = try source(at: path(PackageDescription.fileName)) else { return [] }
    return try PackageDescription(manifest).problems().compactMap { problem in
      guard case .localBinary(let name, let folder) = problem.kind, let path = RelativePath("\(folder)/info.json"),
        let description = try source(at: path)
      else { return nil }
      return description.string(at: 0..<description.bytes.count).hasVersion(version) ? (name, path) : nil
    }
  }

  /// Whether the archive of a binary target is a file of a release of this repository.
  func isReleaseFile(_ binary: BinaryTarget) throws -> Bool {
    guard let address = binary.url.split(separator: "/releases/download/").first.map(String.init) else { return false }
    return try RepositoryAddress(address).map { own in
      try remoteAddresses().contains { RepositoryAddress($0) == own }
    } ?? false
  }
}

extension String {
  /// Whether it has the version, and not as a part of a longer number.
  fileprivate func hasVersion(_ version: Version) -> Bool {
    ranges(of: version.description).contains { range in
      let before = self[..<range.lowerBound].last
      let after = self[range.upperBound...].first
      return before.map { !$0.isNumber && $0 != "." } ?? true && after.map { !$0.isNumber } ?? true
    }
  }
}

extension Failure {
  fileprivate static func otherPodTag(_ tag: String, of path: RelativePath, planned: String) -> Failure {
    Failure(
      "`\(path)` reads the tag `\(tag)`, but the tag of the release is `\(planned)`",
      hint: "correct `source` there, or `version: {tag: …}` in the Releasefile"
    ).permanent
  }

  fileprivate static func unreadBySwiftPM(_ name: String) -> Failure {
    Failure(
      "SwiftPM does not read the tag `\(name)` as a version, expected one such as `1.4.2` or `v1.4.2`",
      hint: "declare `version: {tag: \"${version}\"}`, or remove `releasable` from `ensure`"
    ).permanent
  }

  fileprivate static func staleBinary(_ binary: BinaryTarget, at version: Version, isOwn: Bool) -> Failure {
    let url = binary.url.replacing(version.description, with: "${version}").asYAMLFlowScalar
    return Failure(
      "the binary target `\(binary.name)` still has the address of the last release",
      hint:
        "write it before `commit` with the step `update_binary_target: {target: \(binary.name.asYAMLFlowScalar), "
        + (isOwn ? "artifact: …}`" : "url: \(url), checksum: …}`")
    ).permanent
  }
}
