import MartletCore

extension VersionSurvey.Decision {
  /// A site of the product's version, and the keyword of its format.
  struct VersionVote {
    let site: VersionSite
    let version: Version
    let keyword: String
  }

  /// Decides from the main files in `readings`; returns nil when none of them has a version that counts.
  ///
  /// - Parameter followed: Whether a manifest had a released version when the newest release was tagged. A manifest
  ///   that did not is not evidence of the next version now.
  init?(
    of readings: [VersionSurvey.Reading], _ tags: ReleaseTags, where followed: (VersionSurvey.Reading) -> Bool
  ) {
    let votes = readings.flatMap(\.votes)
    guard !votes.isEmpty else { return nil }
    if let decided = tags.decided {
      self = .written(decided)
      return
    }
    for tag in [tags.newest, tags.released].compactMap({ $0 }) {
      if let version = Self.spelling(of: tag, by: votes) {
        self = .written(version)
        return
      }
    }
    // A pre-release decides only where a file has it.
    guard let released = tags.released else {
      self = Self.agreement(of: votes.withoutInitial, newest: nil, readings)
      return
    }
    let ahead = readings.filter { $0.votes.contains { $0.isAhead(of: released) } && followed($0) }
      .flatMap(\.votes).filter { $0.isAhead(of: released) }
    self = ahead.isEmpty ? .tagged(released) : Self.agreement(of: ahead, newest: released, readings)
  }

  /// Returns the version `tag` in the spelling of the sites that have it; nil when none does. Sites for Apple's tools
  /// cannot contain a pre-release.
  private static func spelling(of tag: Version, by votes: [VersionVote]) -> Version? {
    let matching = votes.filter { $0.site.holds(tag) }
    guard let first = matching.first else { return nil }
    if let full = matching.first(where: { $0.site.audience == .everyone }) { return full.version }
    return tag.isPrerelease ? tag : first.version
  }

  private static func agreement(
    of votes: [VersionVote], newest: Version?, _ readings: [VersionSurvey.Reading]
  ) -> VersionSurvey.Decision {
    let fullest = votes.filter { $0.site.audience == .everyone } + votes
    guard let version = fullest.first?.version else { return .nothing }
    if votes.allSatisfy({ $0.site.holds(version) }) { return .written(version) }
    return .undecided(
      .conflict(votes.map(\.site), newest: newest, manifests: readings.declarations(ofHighest: votes)))
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
  /// The product versions in this manifest.
  fileprivate var votes: [VersionSurvey.Decision.VersionVote] {
    sites.compactMap { site in
      guard site.kind == .version, site.role == .product, let version = site.version else { return nil }
      return VersionSurvey.Decision.VersionVote(site: site, version: version, keyword: keyword)
    }
  }

  /// Whether it had one of `releases` in `files`, or a pre-release of one: some tags are made right before the version
  /// is raised. True where the file did not exist then.
  func held(oneOf releases: [Version], in files: any FileReading) -> Bool {
    guard let sites = try? manifest.versionSites(in: files) else { return true }
    let versions = sites.filter { $0.kind == .version }.compactMap(\.version?.core)
    return versions.isEmpty || versions.contains { held in releases.contains { $0.core.hasSamePrecedence(as: held) } }
  }
}

extension VersionSurvey.Decision.VersionVote {
  /// Whether it may have been raised since the tag `newest`: it is later, and a Swift constant by at most one major
  /// version, because a larger step means the version of something else.
  fileprivate func isAhead(of newest: Version) -> Bool {
    guard newest.precedes(version) else { return false }
    return keyword != SwiftManifest.keyword || version.component(0) <= newest.component(0) + 1
  }
}

extension [VersionSurvey.Decision.VersionVote] {
  /// The votes without the default value of new Xcode projects, if there are others.
  fileprivate var withoutInitial: Self {
    let others = filter { $0.site.audience != .apple || !$0.version.isInitial }
    return others.isEmpty ? self : others
  }
}

extension [VersionSurvey.Reading] {
  /// Returns the Releasefile lines for the manifests with only the highest version among `votes`.
  fileprivate func declarations(ofHighest votes: [VersionSurvey.Decision.VersionVote]) -> [String] {
    guard let highest = votes.map(\.version).max(by: { $0.precedes($1) }) else { return [] }
    return declarations(of: highest)
  }

  /// Returns the Releasefile lines for the manifests whose product has `version`.
  func declarations(of version: Version) -> [String] {
    let meant = filter { reading in
      let product = reading.sites.filter { $0.kind == .version && $0.role == .product }
      return !product.isEmpty && product.allSatisfy { $0.holds(version) }
    }
    return ["manifests:"] + meant.map { "  - \($0.keyword): \($0.path.string.asYAMLScalar)" }
  }
}
