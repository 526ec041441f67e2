import Lanes
import MartletCore
import MartletManifests

/// Stops the lane when packages that depend on the release could not use it.
package struct EnsureReleasableStep: CheckStep {
  package static let keyword = "releasable"
  package static let phase = StepPhase.always
  package static let summary =
    "Stops when SwiftPM could not use the release: dependencies on branches or folders, unsafe flags, unreachable binaries, a tag that would move."
  package static let parameters = [
    Parameter<Self>.main(
      "allow", \.allowed, "Exceptions: names of dependencies and binaries, and `unsafe_flags`.")
  ]

  package var allowed: [Template] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let manifests = try manifests(in: draft)
    let allowed = Set(try allowed.map(draft.text(of:)))
    var problems: [Diagnostic] = []
    var remarks: [String] = []
    for manifest in manifests {
      for problem in manifest.problems() + manifest.contradictions(to: manifests[0])
      where try breaksDependents(problem, in: draft, allowing: allowed) {
        let diagnostic = problem.diagnostic(in: manifest.source)
        if problem.isConditional {
          let place = diagnostic.place.map { "\($0): " } ?? ""
          remarks.append("warning: \(place)in a condition, \(problem.message)")
        } else {
          problems.append(diagnostic)
        }
      }
    }
    guard problems.isEmpty else { throw Failure(problems) }
    try rejectStaleBundles(in: draft)
    try rejectTagOfSameVersion(in: draft)
    return Decision(remarks: remarks)
  }

  /// Returns `Package.swift`, then the manifests for specific tools versions.
  private func manifests(in draft: Draft) throws -> [PackageDescription] {
    guard let main = RelativePath(PackageDescription.fileName) else { return [] }
    guard let source = try draft.source(at: main) else { throw Failure.noPackageManifest }
    let others = try draft.filePaths().filter { PackageDescription.isManifest($0) && $0 != main }
    return [PackageDescription(source)]
      + (try others.compactMap { try draft.source(at: $0) }).map { PackageDescription($0) }
  }

  /// Whether `problem` breaks dependents: it is not in `allowed`, and not a binary that git tracks.
  private func breaksDependents(
    _ problem: PackageProblem, in draft: Draft, allowing allowed: Set<String>
  ) throws -> Bool {
    switch problem.kind {
    case .unversioned(let name, _), .localDependency(let name), .badChecksum(let name, _), .insecureBinary(let name, _):
      return !allowed.contains(name)
    case .unsafeFlags: return !allowed.contains("unsafe_flags")
    case .localBinary(let name, let path):
      guard !allowed.contains(name) else { return false }
      return try !draft.filePaths().contains { $0.string == path || $0.string.hasPrefix("\(path)/") }
    case .laterTools, .otherName, .otherProducts: return true
    }
  }

  /// Rejects an artifact bundle in the repository that still has the last release, unless a command of the lane may build it again.
  func rejectStaleBundles(in draft: Draft) throws {
    let allowed = Set(try allowed.map(draft.text(of:)))
    guard !draft.awaitsCommand,
      let last = try draft.changedVersion?.previous ?? draft.releaseTags().tags.released,
      let version = try? draft.version(), last.precedes(version),
      let bundle = try draft.localBundles(at: last).first(where: { !allowed.contains($0.name) })
    else { return }
    throw Failure.staleBundle(bundle.name, bundle.path, at: last)
  }

  /// SwiftPM treats `1.5.0` and `v1.5.0` as one version and records its commit. Before the version is raised, its tag
  /// is that of the last release.
  private func rejectTagOfSameVersion(in draft: Draft) throws {
    guard let version = draft.changedVersion?.current else { return }
    let own = draft.ownTags
    let commit = try draft.headReference()
    for name in TagFormat.readBySwiftPM.map({ $0.tag(for: version) }) where !own.contains(name) {
      guard let tag = try draft.workspace.tag(named: name), commit != .existing(tag.target) else { continue }
      throw TagConflict(name: name, tag: tag, planned: commit, remedy: draft.remedy(ofTakenTag: name))
    }
  }
}

extension Failure {
  fileprivate static func staleBundle(_ name: String, _ path: RelativePath, at version: Version) -> Failure {
    Failure(
      "the binary target `\(name)` still has the last release: `\(path)` contains `\(version)`",
      hint:
        "build it again in a step `run` before `commit`, or allow it with `ensure: {releasable: [\(name.asYAMLFlowScalar)]}`"
    )
  }

  /// SwiftPM reads no other manifest of a dependency.
  static let noPackageManifest = Failure(
    "no file `\(PackageDescription.fileName)` at the root of the repository, so SwiftPM cannot use it",
    hint: "remove `\(EnsureReleasableStep.keyword)` from `\(EnsureStep.keyword)`")
}
