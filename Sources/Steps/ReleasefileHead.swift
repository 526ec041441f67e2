import Importing
import Lanes
import Manifests
import TextEditing
import Versioning

/// What a first Releasefile says of a project, whatever its lanes are.
struct ReleasefileHead: Equatable {
  let project: String
  let tagFormat: TagFormat
  /// The files found by looking, then those that only another tool's configuration names.
  let manifests: [Predecessor.Manifest]
  /// The files found by looking that say another version than the project has.
  let leftOut: [Stranger]
  /// Whether no file says the version, and tags do.
  let livesInTags: Bool
  /// The parts of the version that can be raised: `1.4` has no patch.
  let parts: [String]
  /// Whether the files say a build number that can be raised.
  let raisesBuild: Bool
  /// What was found of other tools, a line each.
  let remarks: [String]

  /// - Parameter tagFormat: How tags are spelled, if that is known better than from the repository.
  init(of draft: Draft, tagFormat: TagFormat? = nil) throws {
    let survey = try draft.discovery()
    let predecessors = try Predecessor.found(in: draft)
    let tagged = try draft.taggedVersions()
    let names = try draft.projectNames()
    let agreement = ManifestAgreement(of: survey, tagged: try? draft.highestTaggedVersion()) { reading in
      let manifest = try? ManifestCatalogue.format(named: reading.keyword)?.manifest(
        at: reading.path, options: ManifestOptions([:]), names: { names })
      return manifest.flatMap { try? VersionSurvey(of: [$0], in: draft).readings.first } ?? reading
    }
    var manifests = agreement.kept.map { Predecessor.Manifest($0.keyword, $0.path) }
    leftOut = agreement.strangers
    var remarks = try agreement.remarks + Self.mismatches(among: agreement.kept, in: draft)
    for predecessor in predecessors {
      var taken = 0
      var refusals: [String] = []
      for manifest in predecessor.manifests
      where !manifests.contains(where: { $0.path == manifest.path && manifest.keyword != "text" })
        && !agreement.strangers.contains(where: { $0.path == manifest.path })
      {
        if let problem = try manifest.problem(in: draft, names: names) {
          refusals.append("\(predecessor.path): `\(manifest.path)` is not taken over: \(problem)")
        } else if !manifests.contains(manifest) {
          manifests.append(manifest)
          taken += 1
        }
      }
      remarks += [predecessor.summary(taken: taken)] + refusals + predecessor.notes.map(\.description)
    }
    project = draft.releasefile.project ?? draft.workspace.folderName
    self.tagFormat = try tagFormat ?? predecessors.lazy.compactMap(\.tagFormat).first ?? draft.tagFormat()
    self.manifests = manifests
    livesInTags = manifests.isEmpty && !tagged.isEmpty
    let version = try? agreement.version ?? draft.highestTaggedVersion()
    parts = Array(["major", "minor", "patch"].prefix(version?.components.count ?? 3))
    raisesBuild = Self.raisesBuild(survey, by: agreement.kept)
    self.remarks = remarks
  }
}

extension ReleasefileHead {
  /// Whether one of the files that say the version also says a build number, and there is a next one.
  private static func raisesBuild(_ survey: VersionSurvey, by carriers: [VersionSurvey.Reading]) -> Bool {
    guard (try? survey.highestBuild()?.incremented()) != nil else { return false }
    return carriers.contains { $0.sites.contains { $0.kind == .build && $0.role == .product } }
  }

  /// What `martlet check` finds wrong between values that each are right, such as an extension without the version of its
  /// app.
  private static func mismatches(among readings: [VersionSurvey.Reading], in draft: Draft) throws -> [String] {
    try readings.flatMap { reading -> [String] in
      guard let project = reading.manifest as? XcodeprojManifest else { return [] }
      return try project.mismatches(in: draft).map { $0.diagnostic(for: project.path) }
        .filter { $0.severity == .error }
        .map { "decide: \($0.message)\($0.hint.map { "; \($0)" } ?? "")" }
    }
  }
}

extension Predecessor {
  /// What was found and what is made of it.
  fileprivate func summary(taken: Int) -> String {
    let tags = tagFormat.map { ", tags are spelled `\($0)`" } ?? ""
    return "found \(path) (\(tool)): \(taken) of its files taken over\(tags)"
  }
}

extension Predecessor.Manifest {
  /// Why the version cannot be read with this; nil when it can.
  fileprivate func problem(in draft: Draft, names: ProjectNames) throws -> String? {
    guard let format = ManifestCatalogue.format(named: keyword) else { return "unknown format" }
    do {
      let manifest = try format.manifest(
        at: path, options: ManifestOptions(options.mapValues { [$0] }), names: { names })
      return try manifest.versionSites(in: draft).isEmpty ? "no version in it" : nil
    } catch let error as any ExplainedError {
      return error.firstMessage
    }
  }
}
