import Lanes
import Manifests
import TextEditing
import Versioning

/// Which of the files that say a version a first Releasefile names, where they contradict each other or the tags. What
/// is left out stands there as a comment, and in words for the person who has to decide.
struct ManifestAgreement {
  let kept: [VersionSurvey.Reading]
  let strangers: [Stranger]
  /// What those that are kept say; nil when there are none, or when they do not agree.
  let version: Version?
  /// What is to be decided, a line each.
  let remarks: [String]

  /// - Parameters:
  ///   - survey: What looking over the project finds.
  ///   - tagged: The newest version that a tag says; nil when there is none, or nobody can know.
  ///   - declared: What a file says once a Releasefile names it, which can be more than what was found in it.
  init(
    of survey: VersionSurvey, tagged: Version?,
    declared: (VersionSurvey.Reading) -> VersionSurvey.Reading
  ) {
    let product = survey.readings.filter { !$0.productSites.isEmpty }
    let versions = product.compactMap(\.ownVersion)
    guard !versions.isEmpty else {
      // None of them says one version alone.
      (kept, strangers, version) = (product, [], nil)
      remarks = product.map { "decide: \(Stranger($0).phrase(or: $0.highest))" }
      return
    }
    let chosen = Self.choice(among: versions, tagged: tagged)
    version = chosen
    func agrees(_ reading: VersionSurvey.Reading) -> Bool { chosen.map(reading.agrees) ?? false }
    let agreeing = survey.readings.filter(agrees).map { ($0, declared($0)) }
    kept = agreeing.filter { agrees($0.1) }.map { $0.0 }
    let others = product.filter { !agrees($0) } + agreeing.map { $0.1 }.filter { !agrees($0) }
    strangers = others.map { Stranger($0) }
    remarks = others.map { reading in
      let fact = chosen.map { "the project is at \($0)" } ?? tagged.map { "the tags at \($0)" } ?? ""
      let goal = [reading.highest, chosen ?? tagged].compactMap { $0 }.max { $0.precedes($1) }
      let list = chosen == nil ? "list it in place of `source: tag`" : "list it, too"
      return "decide: `\(reading.path)` says \(Stranger(reading).says), \(fact), so it is left out; to raise it, "
        + "\(list), then `martlet bump \(goal.map { "\($0)" } ?? "VERSION")`"
    }
  }

  /// The version of the newest tag where a file says it, otherwise the highest; nil where even that is of a release line
  /// that the tags have left behind: nobody has raised such files for long, and nobody missed it.
  private static func choice(among versions: [Version], tagged: Version?) -> Version? {
    guard let highest = versions.max(by: { $0.precedes($1) }) else { return nil }
    guard let tagged else { return highest }
    if let same = versions.first(where: { $0.hasSamePrecedence(as: tagged) }) { return same }
    let majors = [highest, tagged].map { $0.components.first ?? 0 }
    return majors[0] < majors[1] ? nil : highest
  }
}

/// A file that says another version than the project has.
struct Stranger: Equatable {
  let keyword: String
  let path: RelativePath
  /// Its version, or all that it says.
  let says: String

  init(_ reading: VersionSurvey.Reading) {
    keyword = reading.keyword
    path = reading.path
    let texts = reading.productSites.compactMap { $0.version?.description }
    says = texts.indices.filter { !texts[..<$0].contains(texts[$0]) }.map { texts[$0] }.joined(separator: " and ")
  }

  fileprivate func phrase(or highest: Version?) -> String {
    "`\(path)` says \(says); set one with `martlet bump \(highest.map { "\($0)" } ?? "VERSION")`"
  }
}

extension VersionSurvey.Reading {
  /// The sites that speak for the product and hold a version.
  fileprivate var productSites: [VersionSite] {
    sites.filter { $0.kind == .version && $0.role == .product && $0.version != nil }
  }

  fileprivate var highest: Version? { productSites.compactMap(\.version).max { $0.precedes($1) } }

  /// The one version that it says of the product, in its fullest spelling; nil where it says several or none.
  fileprivate var ownVersion: Version? {
    let fullest = productSites.filter { $0.audience == .everyone } + productSites
    return fullest.first?.version.flatMap { version in productSites.allSatisfy { $0.says(version) } ? version : nil }
  }

  /// Whether all that it says of the product is `version`; of a file that only repeats it for others, whether it does.
  fileprivate func agrees(with version: Version) -> Bool {
    productSites.isEmpty
      ? sites.contains { $0.kind == .version && $0.says(version) } : productSites.allSatisfy { $0.says(version) }
  }
}
