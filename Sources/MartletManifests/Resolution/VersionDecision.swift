import MartletCore

extension VersionSurvey.Decision {
  /// A place of the product's version in a known manifest.
  struct Vote {
    let site: VersionSite
    let version: Version
  }

  /// Decides in three rows, and stops otherwise:
  ///
  /// 1. Manifests have the version of the newest tag, or of the newest release: that one. If that was made after a higher one, they
  ///    have to.
  /// 2. All later versions in the manifests are the same, at most in the next major version, and none of them was there when the
  ///    newest release was tagged: the later version.
  /// 3. No manifest has a later version: that of the newest tag.
  ///
  /// Without a tag, the manifests have to agree. Xcode's values for new targets and placeholders never count beside others.
  ///
  /// - Parameter released: The files at the newest release; nil where they are unknown.
  init(of readings: [VersionSurvey.Reading], _ tags: ReleaseTags, at released: (any FileReading)?) {
    let votes = readings.flatMap(\.votes)
    if let decided = tags.decided {
      self = votes.isEmpty ? .tagged(decided) : .written(decided)
      return
    }
    let counted = votes.filter { !$0.isDefault }
    guard let newest = tags.newest else {
      self = Self.agreement(of: counted.isEmpty ? votes : counted, tags, readings)
      return
    }
    for tag in [newest, tags.released].compactMap(\.self) {
      guard let version = Self.spelling(of: tag, by: votes) else { continue }
      self = .written(version)
      return
    }
    if let higher = tags.higher {
      self = .undecided(.contradiction(.lowered, [], tags: [higher, tags.names.last ?? higher], manifests: []))
      return
    }
    let later = counted.filter { newest.precedes($0.version) }
    let unexplained = later.filter { vote in
      !vote.isNext(after: tags) || readings.contains { $0.sites.contains(vote.site) && $0.had(vote, in: released) }
    }
    guard unexplained.isEmpty else {
      let manifests = readings.declarations(ofHighest: unexplained)
      self = .undecided(
        .contradiction(.unexplained, unexplained.map(\.site), tags: tags.names, manifests: manifests))
      return
    }
    self = later.isEmpty ? .tagged(newest) : Self.agreement(of: later, tags, readings)
  }

  /// Returns the version `tag` in the spelling of the sites that have it; nil when none does. Sites for Apple's tools
  /// cannot contain a pre-release.
  private static func spelling(of tag: Version, by votes: [Vote]) -> Version? {
    let matching = votes.filter { $0.site.holds(tag) }
    guard let first = matching.first else { return nil }
    if let full = matching.first(where: { $0.site.audience == .everyone }) { return full.version }
    return tag.isPrerelease ? tag : first.version
  }

  private static func agreement(of votes: [Vote], _ tags: ReleaseTags, _ readings: [VersionSurvey.Reading]) -> Self {
    let fullest = votes.filter { $0.site.audience == .everyone } + votes
    guard let version = fullest.first?.version else { return .nothing }
    if votes.allSatisfy({ $0.site.holds(version) }) { return .written(version) }
    return .undecided(
      .contradiction(
        .disagreement, votes.map(\.site), tags: tags.names, manifests: readings.declarations(ofHighest: votes)))
  }

  /// Whether files have the version.
  var isWritten: Bool { if case .written = self { true } else { false } }

  /// Whether only a tag has the version.
  package var isTagged: Bool { if case .tagged = self { true } else { false } }

  /// The version; nil when there is none, or the Releasefile's manifests have to agree on it.
  var version: Version? {
    switch self {
    case .written(let version), .tagged(let version): version
    case .declared, .undecided, .nothing: nil
    }
  }
}

extension VersionSurvey.Decision.Vote {
  /// Whether the value is that of a new target in Xcode, or one in whose place a script writes the version.
  fileprivate var isDefault: Bool { version.isPlaceholder || site.audience == .apple && version.isInitial }

  /// Whether no major version is between it and all tags, or it is a calendar version. It may be the version of something
  /// else otherwise.
  fileprivate func isNext(after tags: ReleaseTags) -> Bool {
    let highest = (tags.releases + [tags.newest].compactMap(\.self)).map { $0.component(0) }.max() ?? 0
    return version.component(0) <= highest + 1 || (2000..<2100).contains(version.component(0))
  }
}

extension VersionSurvey.Reading {
  /// The places that vote for a version.
  fileprivate var votes: [VersionSurvey.Decision.Vote] {
    sites.filter { $0.kind == .version && $0.role == .product }.compactMap { site in
      site.version.map { VersionSurvey.Decision.Vote(site: site, version: $0) }
    }
  }

  /// Whether it votes for a version.
  var isProduct: Bool { !votes.isEmpty }

  /// Whether its manifest had the version in `files` already.
  fileprivate func had(_ vote: VersionSurvey.Decision.Vote, in files: (any FileReading)?) -> Bool {
    guard let files else { return false }
    return ((try? manifest.versionSites(in: files)) ?? []).contains { site in
      site.kind == .version && site.role == .product && site.value == vote.site.value
    }
  }
}

extension [VersionSurvey.Reading] {
  /// Returns the Releasefile lines for the manifests with only the highest version among `votes`.
  fileprivate func declarations(ofHighest votes: [VersionSurvey.Decision.Vote]) -> [String] {
    votes.map(\.version).highest.map(declarations) ?? []
  }

  /// Returns the Releasefile lines for the manifests whose product has `version`.
  func declarations(of version: Version) -> [String] {
    let meant = filter { reading in
      let product = reading.sites.filter { $0.kind == .version && $0.role == .product }
      return !product.isEmpty && product.allSatisfy { $0.holds(version) }
    }
    return ["manifests:"]
      + meant.flatMap { reading in
        ["  - \(reading.keyword): \(reading.path.string.asYAMLScalar)"]
          + ManifestOptions(reading.options).yamlValues.map { "    \($0.name): \($0.value)" }
      }
  }
}
