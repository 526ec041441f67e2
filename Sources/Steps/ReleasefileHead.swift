import Importing
import Lanes
import Manifests
import TextEditing
import Versioning

/// What a first Releasefile says of a project, whatever its lanes are.
struct ReleasefileHead {
  let project: String
  let tagFormat: TagFormat
  /// The files found by looking, then those that only another tool's configuration names.
  let manifests: [Predecessor.Manifest]
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
    var manifests = Self.carriers(of: survey).map { Predecessor.Manifest($0.keyword, $0.path) }
    var remarks: [String] = []
    let names = try draft.projectNames()
    for predecessor in predecessors {
      var taken = 0
      var refusals: [String] = []
      for manifest in predecessor.manifests
      where !manifests.contains(where: { $0.path == manifest.path && manifest.keyword != "text" }) {
        if let problem = try manifest.problem(in: draft, names: names) {
          refusals.append("\(predecessor.path): `\(manifest.path)` is not taken over: \(problem)")
        } else if !manifests.contains(manifest) {
          manifests.append(manifest)
          taken += 1
        }
      }
      remarks += [predecessor.summary(taken: taken)] + refusals + predecessor.notes.map(\.description)
    }
    let tagged = try draft.taggedVersions()
    project = draft.releasefile.project ?? draft.workspace.folderName
    self.tagFormat = try tagFormat ?? predecessors.lazy.compactMap(\.tagFormat).first ?? draft.tagFormat()
    self.manifests = manifests
    livesInTags = manifests.isEmpty && !tagged.isEmpty
    let version = try? survey.version() ?? draft.highestTaggedVersion()
    parts = Array(["major", "minor", "patch"].prefix(version?.components.count ?? 3))
    raisesBuild = Self.raisesBuild(survey)
    self.remarks = remarks
  }
}

extension ReleasefileHead {
  /// Whether one of the files that say the version also says a build number, and there is a next one.
  private static func raisesBuild(_ survey: VersionSurvey) -> Bool {
    guard (try? survey.highestBuild()?.incremented()) != nil else { return false }
    return carriers(of: survey).contains { $0.sites.contains { $0.kind == .build && $0.role == .product } }
  }

  /// The manifests that say the product's version, for it or beside it; none when only build numbers are written.
  private static func carriers(of survey: VersionSurvey) -> [VersionSurvey.Reading] {
    guard let version = survey.productSites.first?.version else { return [] }
    return survey.readings.filter { reading in
      reading.sites.contains { $0.kind == .version && ($0.role == .product || $0.says(version)) }
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
      let manifest = try format.manifest(at: path, options: ManifestOptions(options.mapValues { [$0] }, names: names))
      return try manifest.versionSites(in: draft).isEmpty ? "no version in it" : nil
    } catch let error as any ExplainedError {
      return error.firstMessage
    }
  }
}
