import Importing
import Lanes
import Manifests
import TextEditing
import Versioning

/// The manifests that were found, as a first Releasefile names them: those that hold the version, so that all of them agree
/// once they are named. The others stand there as comments, and in words for the person who has to decide.
struct FoundManifests {
  private(set) var manifests: [Predecessor.Manifest] = []
  private(set) var leftOut: [ReleasefileHead.LeftOut] = []
  /// What is to be decided, a line each.
  private(set) var remarks: [String] = []
  /// What `martlet check` finds wrong between values that each are right, such as an extension without the version of its
  /// app.
  private(set) var mismatches: [String] = []
  /// Whether one of the files that say the version also says a build number, and there is a next one.
  private(set) var raisesBuild = false

  init(in survey: VersionSurvey, saying version: Version, _ names: ProjectNames, of draft: Draft) throws {
    for reading in survey.readings {
      let following = reading.sites.filter { $0.kind == .version && $0.follows(version) }
      let declared =
        try following.contains { $0.role != .test && $0.role != .example }
        ? Self.declaration(of: reading, saying: version, names, in: draft) : nil
      if let declared {
        manifests.append(declared)
        try add(reading, in: draft, isFirst: !raisesBuild && (try? survey.highestBuild()?.incremented()) != nil)
      } else if let product = LeftOutReading(reading, version) {
        leftOut.append(product.entry)
        remarks.append(product.remark(survey.decision, version))
      }
    }
  }

  private mutating func add(_ reading: VersionSurvey.Reading, in draft: Draft, isFirst: Bool) throws {
    if isFirst, reading.sites.contains(where: { $0.kind == .build && $0.role == .product }) { raisesBuild = true }
    guard let project = reading.manifest as? XcodeprojManifest else { return }
    mismatches += try project.mismatches(in: draft).map { $0.diagnostic(for: project.path) }
      .filter { $0.severity == .error }
      .map { "decide: \($0.message)\($0.hint.map { "; \($0)" } ?? "")" }
  }

  /// The manifest of a Releasefile that says `version` and nothing else of the product; nil when there is none.
  private static func declaration(
    of reading: VersionSurvey.Reading, saying version: Version, _ names: ProjectNames, in draft: Draft
  ) throws -> Predecessor.Manifest? {
    var candidates = [Predecessor.Manifest(reading.keyword, reading.path, lists: reading.options)]
    if let project = reading.manifest as? XcodeprojManifest {
      let targets = try project.targets(saying: version, in: draft)
      if !targets.isEmpty {
        candidates.append(Predecessor.Manifest(reading.keyword, reading.path, lists: ["targets": targets]))
      }
    }
    return candidates.first { candidate in
      let manifest = try? ManifestCatalogue.format(named: candidate.keyword)?.manifest(
        at: candidate.path, options: ManifestOptions(candidate.options), names: { names })
      guard let manifest, let survey = try? VersionSurvey(of: [manifest], in: draft) else { return false }
      let product = survey.productSites
      return product.isEmpty
        ? survey.sites(of: .version).contains { $0.follows(version) } : product.allSatisfy { $0.says(version) }
    }
  }
}

/// A file that speaks for the product and says another version.
private struct LeftOutReading {
  let entry: ReleasefileHead.LeftOut
  private let highest: Version

  init?(_ reading: VersionSurvey.Reading, _ version: Version) {
    let versions = reading.sites.filter { $0.kind == .version && $0.role == .product }.compactMap(\.version)
    guard let highest = versions.max(by: { $0.precedes($1) }) else { return nil }
    self.highest = highest
    let texts = versions.map(\.description)
    let says = texts.indices.filter { !texts[..<$0].contains(texts[$0]) }.map { texts[$0] }
    entry = .init(keyword: reading.keyword, path: reading.path, says: says.joined(separator: " and "))
  }

  func remark(_ decision: VersionSurvey.Decision, _ version: Version) -> String {
    let isTagged = if case .tagged = decision { true } else { false }
    let fact = isTagged ? "the tags at \(version)" : "the project is at \(version)"
    let goal = highest.precedes(version) ? version : highest
    let list = isTagged ? "list it in place of `source: tag`" : "list it, too"
    return "decide: `\(entry.path)` says \(entry.says), \(fact), so it is left out; to raise it, \(list), then "
      + "`martlet bump \(goal)`"
  }
}
