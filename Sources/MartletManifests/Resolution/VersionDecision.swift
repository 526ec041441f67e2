import MartletCore

extension VersionSurvey.Decision {
  /// A site of the product's version, and the keyword of its format.
  struct VersionVote {
    let site: VersionSite
    let version: Version
    let keyword: String
  }

  /// Decides from the main files in `readings`; returns nil when none of them has a version that counts.
  init?(of readings: [VersionSurvey.Reading], _ tags: ReleaseTags, since past: PastReleases?) {
    let isTagged = tags.newest != nil
    let all = readings
    let readings = readings.filter { $0.votes.contains { !isTagged || !$0.version.isPlaceholder } }
    let votes = readings.flatMap(\.votes).filter { !isTagged || !$0.version.isPlaceholder }
    guard !votes.isEmpty else { return nil }
    if let decided = tags.decided {
      self = .written(decided)
      return
    }
    if let prerelease = Self.prerelease(of: readings, tags, since: past) {
      self = prerelease
      return
    }
    for tag in [tags.newest, tags.released].compactMap({ $0 }) {
      if let version = Self.spelling(of: tag, by: votes) {
        let held = votes.filter { $0.site.holds(tag) }
        self = Self.fall(of: held, readings, tags).map(Self.undecided) ?? .written(version)
        return
      }
    }
    guard let newest = tags.released else {
      let chosen = votes.filter { !$0.version.isInitial }
      self =
        chosen.isEmpty && isTagged
        ? tags.newest.map(Self.tagged) ?? .nothing : Self.agreement(of: votes.withoutInitial, newest: nil, readings)
      return
    }
    let later = readings.filter { $0.votes.contains { $0.isAhead(of: newest) } }
    // A manifest without a released version when the newest release was tagged is not evidence of the next version now.
    let ahead = later.filter { past?.followed($0, by: tags) ?? true }.flatMap(\.votes).filter { $0.isAhead(of: newest) }
    if let leap = Self.leap(of: ahead, newest, tags, readings) {
      self = .undecided(leap)
    } else if !ahead.isEmpty {
      self = Self.agreement(of: ahead, newest: newest, readings)
    } else if let built = Self.built(of: later.flatMap(\.votes), past) {
      self = .written(built)
    } else if let contradiction = Self.contradiction(of: later.flatMap(\.votes), newest, tags, readings)
      ?? Self.contradiction(ofOthersIn: all, newest, tags, since: past)
    {
      self = .undecided(contradiction)
    } else {
      self = .tagged(tags.latest ?? newest)
    }
  }

  /// Returns the newest tag if that is a pre-release whose numbers a file without room for it had at that tag, too.
  private static func prerelease(
    of readings: [VersionSurvey.Reading], _ tags: ReleaseTags, since past: PastReleases?
  ) -> Self? {
    guard let newest = tags.newest, newest.isPrerelease, let files = past?.prereleaseFiles else { return nil }
    let final = readings.filter { reading in
      reading.votes.contains { $0.site.audience == .everyone && $0.version.hasSamePrecedence(as: newest.core) }
    }
    guard !final.isEmpty else { return nil }
    let wasFinal = final.allSatisfy { reading in
      reading.versions(in: files).contains { $0.version?.hasSamePrecedence(as: newest.core) == true }
    }
    let hasRoom = readings.flatMap(\.votes).contains { $0.site.audience == .everyone && $0.site.holds(newest) }
    return wasFinal ? (hasRoom ? .written(newest) : .tagged(newest)) : .written(newest.core)
  }

  /// Returns the contradiction between the newest tag and places that are more than one major version later, unless they are a
  /// calendar version: they may have the version of something else.
  private static func leap(
    of ahead: [VersionVote], _ newest: Version, _ tags: ReleaseTags, _ readings: [VersionSurvey.Reading]
  ) -> SurveyError? {
    let highest = (tags.releases + [newest]).map { $0.component(0) }.max() ?? 0
    let far = ahead.filter { $0.version.component(0) > highest + 1 && !(2000..<2100).contains($0.version.component(0)) }
    guard !far.isEmpty else { return nil }
    return .contradiction(far.map(\.site), tags: tags.names, manifests: readings.declarations(ofHighest: far))
  }

  /// Returns the contradiction between `votes` and the newest tag if that is more than one major version later.
  private static func fall(
    of votes: [VersionVote], _ readings: [VersionSurvey.Reading], _ tags: ReleaseTags
  ) -> SurveyError? {
    guard let newest = tags.newest, !(2000..<2100).contains(newest.component(0)),
      votes.allSatisfy({ $0.version.component(0) + 1 < newest.component(0) })
    else { return nil }
    return .contradiction(votes.map(\.site), tags: tags.names, manifests: readings.declarations(ofHighest: votes))
  }

  /// Returns the version of `votes` if they agree, and a reachable tag of a build has it; otherwise nil.
  private static func built(of votes: [VersionVote], _ past: PastReleases?) -> Version? {
    guard let version = votes.first?.version, votes.allSatisfy({ $0.site.holds(version) }),
      let builds = try? past?.builds(), builds.contains(where: version.hasSamePrecedence)
    else { return nil }
    return version
  }

  /// Returns the contradiction between the newest tag and later places for Apple's tools or in podspecs that had the same
  /// values when that was tagged; nil if there are none. A Swift constant with such a value belongs to something else.
  private static func contradiction(
    of votes: [VersionVote], _ newest: Version, _ tags: ReleaseTags, _ readings: [VersionSurvey.Reading]
  ) -> SurveyError? {
    let later = votes.filter { vote in
      vote.keyword != SwiftManifest.keyword && newest.precedes(vote.version)
        && vote.version.component(0) <= newest.component(0) + 1 && !vote.version.isInitial
    }
    guard !later.isEmpty else { return nil }
    return .contradiction(later.map(\.site), tags: tags.names, manifests: readings.declarations(ofHighest: later))
  }

  /// Returns the contradiction between the newest tag and other targets with a later version that they did not have when
  /// that was tagged; nil if there are none.
  private static func contradiction(
    ofOthersIn readings: [VersionSurvey.Reading], _ newest: Version, _ tags: ReleaseTags, since past: PastReleases?
  ) -> SurveyError? {
    guard let past else { return nil }
    let later = readings.flatMap { reading in
      let sites = reading.sites.filter { site in
        guard site.kind == .version, [.otherValue, .copy].contains(site.role), let version = site.version else {
          return false
        }
        return version.isDistinctive && newest.precedes(version) && version.component(0) <= newest.component(0) + 1
      }
      guard !sites.isEmpty else { return [VersionSite]() }
      let before = Set(reading.versions(in: past.files).map(\.value))
      return before.isEmpty ? [] : sites.filter { !before.contains($0.value) }
    }
    return later.isEmpty ? nil : .contradiction(later, tags: tags.names, manifests: [])
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

  /// Whether files have the version.
  var isWritten: Bool { if case .written = self { true } else { false } }

  /// Whether tags and files contradict each other.
  var isContradiction: Bool { if case .undecided(.contradiction) = self { true } else { false } }

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

extension PastReleases {
  /// Whether `reading` had that version, or one before it, when the newest release was tagged. Later releases are those of
  /// other branches. A new project with the default value does not follow.
  fileprivate func followed(_ reading: VersionSurvey.Reading, by tags: ReleaseTags) -> Bool {
    guard let newest = tags.released else { return true }
    let isDefault = reading.votes.allSatisfy { $0.site.audience == .apple && $0.version.isInitial }
    if isDefault, reading.versions(in: files).isEmpty { return false }
    // Some projects raise the version right after a release, which is tagged later.
    if let earlier, reading.versions(in: earlier.files).contains(where: { $0.holds(newest) }),
      !reading.versions(in: files).contains(where: { $0.holds(newest) })
    {
      return true
    }
    return reading.held(oneOf: tags.releases.filter { $0.precedes(newest) } + [newest], in: files)
  }
}

extension VersionSurvey.Reading {
  /// Returns the places of its manifest in `files`; none where the manifest is missing or invalid.
  func versions(in files: any FileReading) -> [VersionSite] {
    ((try? manifest.versionSites(in: files)) ?? []).filter { $0.kind == .version }
  }

  /// The same reading, where the places of the product with one of the last three releases before `newest` are behind,
  /// if that release raised them. After two missed releases, the release before must have raised them, too: maintainers
  /// have given up most places that were raised now and then. A snippet of a README may have missed only one, after two
  /// that raised it.
  ///
  /// - Parameter recent: The releases before `newest`, the newest first.
  func markingBehind(_ newest: Version, since recent: [PastReleases.Release]) -> Self {
    var isRaised: [Version: Bool] = [:]
    func wasRaised(at index: Int) -> Bool {
      guard recent.indices.contains(index) else { return false }
      let version = recent[index].version
      if let known = isRaised[version] { return known }
      let held = versions(in: recent[index].files).contains { $0.holds(version) }
      let before = recent.dropFirst(index + 1).first.map { versions(in: $0.files) }
      let wasLower =
        before.map { sites in !sites.isEmpty && !sites.contains { $0.holds(version) } } ?? !version.isInitial
      isRaised[version] = held && wasLower
      return held && wasLower
    }
    let isSnippet = manifest is ReadmeManifest
    return with(
      sites.map { site in
        guard site.kind == .version, isSnippet || [.product, .appExtension].contains(site.role), !site.holds(newest),
          let own = site.version, own.precedes(newest),
          let index = recent.prefix(3).firstIndex(where: { site.holds($0.version) }),
          wasRaised(at: index), !isSnippet && index == 0 || wasRaised(at: index + 1), !isSnippet || index == 0
        else { return site }
        return site.with(role: .behind)
      })
  }

  /// The product versions in this manifest.
  fileprivate var votes: [VersionSurvey.Decision.VersionVote] {
    sites.compactMap { site -> VersionSurvey.Decision.VersionVote? in
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
    guard let highest = votes.map(\.version).highest else { return [] }
    return declarations(of: highest)
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
