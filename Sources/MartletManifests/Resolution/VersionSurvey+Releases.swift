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

  /// Returns the same survey, where declared places with the version of one of the last three releases are behind the
  /// newest one.
  ///
  /// - Parameter releases: The releases before the newest one, the newest first.
  package func comparing(with newest: Version?, after releases: [Version]) -> VersionSurvey {
    let sites = sites(of: .version).filter { $0.role == .product && $0.version != nil }
    guard decision == .declared, let newest, sites.contains(where: { !$0.holds(newest) }) else { return self }
    let isExplained = sites.allSatisfy { site in
      site.holds(newest) || releases.prefix(3).contains { site.holds($0) }
    }
    guard isExplained else { return self }
    let marked = readings.map { reading in
      reading.with(
        reading.sites.map { site in
          site.kind == .version && site.role == .product && site.version != nil && !site.holds(newest)
            ? site.with(role: .behind) : site
        })
    }
    let isWritten = sites.contains { $0.holds(newest) }
    return VersionSurvey(marked, isWritten ? .written(newest) : .tagged(newest), tags)
  }
}

extension VersionSite {
  /// The same place, which a pre-release does not change if it is for Apple's tools and has `released`.
  func kept(at released: Version) -> VersionSite {
    let isLeft = kind == .version && audience == .apple && version?.isInitial == false
    return isLeft && holds(released) ? with(audience: .dependents) : self
  }
}
