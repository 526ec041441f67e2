import TextEditing
import Versioning

extension VersionSurvey.Decision {
  /// A place that speaks for the product, and the word of its format.
  struct Voice {
    let site: VersionSite
    let version: Version
    let keyword: String
  }

  /// What the carriers in `readings` say together; nil when none of them says a version that counts.
  ///
  /// - Parameter followed: Whether a manifest held the version of a release when the newest one was tagged. One that did
  ///   not then is no evidence of the next version now.
  init?(
    of readings: [VersionSurvey.Reading], _ tags: ReleaseTags, where followed: (VersionSurvey.Reading) -> Bool
  ) {
    let voices = readings.flatMap(\.voices)
    guard !voices.isEmpty else { return nil }
    if let decided = tags.decided {
      self = .written(decided)
      return
    }
    for tag in [tags.newest, tags.released].compactMap({ $0 }) {
      if let version = Self.spelling(of: tag, by: voices) {
        self = .written(version)
        return
      }
    }
    // A pre-release decides only where a file says it.
    guard let released = tags.released else {
      self = Self.agreement(of: voices.withoutInitial, newest: nil, readings)
      return
    }
    let ahead = readings.filter { $0.voices.contains { $0.isAhead(of: released) } && followed($0) }
      .flatMap(\.voices).filter { $0.isAhead(of: released) }
    self = ahead.isEmpty ? .tagged(released) : Self.agreement(of: ahead, newest: released, readings)
  }

  /// The version `tag` as the places that say it spell it; nil when none does. Those that only Apple reads have no room for
  /// a pre-release.
  private static func spelling(of tag: Version, by voices: [Voice]) -> Version? {
    let saying = voices.filter { $0.site.says(tag) }
    guard let first = saying.first else { return nil }
    if let full = saying.first(where: { $0.site.audience == .everyone }) { return full.version }
    return tag.isPrerelease ? tag : first.version
  }

  private static func agreement(
    of voices: [Voice], newest: Version?, _ readings: [VersionSurvey.Reading]
  ) -> VersionSurvey.Decision {
    let fullest = voices.filter { $0.site.audience == .everyone } + voices
    guard let version = fullest.first?.version else { return .nothing }
    if voices.allSatisfy({ $0.site.says(version) }) { return .written(version) }
    return .undecided(
      .conflict(voices.map(\.site), newest: newest, manifests: readings.declarations(ofHighest: voices)))
  }

  /// The version; nil when there is none, or the Releasefile's manifests have to agree on it.
  var version: Version? {
    switch self {
    case .written(let version), .tagged(let version): version
    case .declared, .undecided, .nothing: nil
    }
  }
}

extension VersionSurvey.Reading {
  /// What it says of the product.
  fileprivate var voices: [VersionSurvey.Decision.Voice] {
    sites.compactMap { site in
      guard site.kind == .version, site.role == .product, let version = site.version else { return nil }
      return VersionSurvey.Decision.Voice(site: site, version: version, keyword: keyword)
    }
  }

  /// Whether it held one of `releases` in `files`, or a pre-release of one: some tags come right before the version is
  /// raised. True where it cannot be known, because there was no such file then.
  func held(oneOf releases: [Version], in files: any FileReading) -> Bool {
    guard let sites = try? manifest.versionSites(in: files) else { return true }
    let versions = sites.filter { $0.kind == .version }.compactMap(\.version?.core)
    return versions.isEmpty || versions.contains { held in releases.contains { $0.core.hasSamePrecedence(as: held) } }
  }
}

extension VersionSurvey.Decision.Voice {
  /// Whether it may have been raised since the tag `newest`: it is later, and a mere constant not by more than one major
  /// version, because that would be the version of something else.
  fileprivate func isAhead(of newest: Version) -> Bool {
    guard newest.precedes(version) else { return false }
    return keyword != SwiftManifest.keyword || version.component(0) <= newest.component(0) + 1
  }
}

extension [VersionSurvey.Decision.Voice] {
  /// Those that say more than what every new Xcode project begins with, if there are any.
  fileprivate var withoutInitial: Self {
    let others = filter { $0.site.audience != .apple || !$0.version.isInitial }
    return others.isEmpty ? self : others
  }
}

extension [VersionSurvey.Reading] {
  /// The lines of a Releasefile that name the manifests with the highest version among `voices`, and no other.
  fileprivate func declarations(ofHighest voices: [VersionSurvey.Decision.Voice]) -> [String] {
    guard let highest = voices.map(\.version).max(by: { $0.precedes($1) }) else { return [] }
    return declarations(of: highest)
  }

  /// The lines of a Releasefile that name the manifests whose product is at `version`.
  func declarations(of version: Version) -> [String] {
    let meant = filter { reading in
      let product = reading.sites.filter { $0.kind == .version && $0.role == .product }
      return !product.isEmpty && product.allSatisfy { $0.says(version) }
    }
    return ["manifests:"] + meant.map { "  - \($0.keyword): \($0.path.string.asYAMLScalar)" }
  }
}
