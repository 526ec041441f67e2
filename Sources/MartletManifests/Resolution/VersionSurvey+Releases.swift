import MartletCore

/// What the last releases say about declared places.
extension VersionSurvey {
  /// Returns the same survey with `tags`. Where declared places have a pre-release in full, those for Apple's tools with the last
  /// release keep it: they cannot have one.
  package func considering(_ tags: ReleaseTags) -> VersionSurvey {
    let prerelease = sites(of: .version).lazy.filter { $0.role == .product && $0.audience == .everyone }
      .compactMap(\.version).first(where: \.isPrerelease)
    return keepingReleases(of: tags, before: prerelease)
  }

  /// - Parameter version: The current version; nothing is kept for a release or an unknown one.
  package func keepingReleases(of tags: ReleaseTags, before version: Version?) -> VersionSurvey {
    let released = version.map(tags.lastReleases) ?? []
    return VersionSurvey(
      readings.map { reading in
        reading.with(released.reduce(reading.sites) { sites, release in sites.map { $0.kept(at: release) } })
      }, decision, tags)
  }
}

extension VersionSite {
  /// The same place, which a pre-release does not change if it is for Apple's tools and has `released`.
  func kept(at released: Version) -> VersionSite {
    let isLeft = kind == .version && audience == .apple && version?.isInitial == false
    return isLeft && holds(released) ? with(audience: .dependents) : self
  }
}
