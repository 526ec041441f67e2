import MartletCore

/// What tags and the files of releases say beside the main files.
extension VersionResolver {
  /// Whether the newest release left a file at the version that it has now, which is another one.
  func isLeft(_ reading: VersionSurvey.Reading, _ past: PastReleases?) -> Bool {
    guard let past, let newest = tags.newest, !reading.sites.contains(where: { $0.holds(newest) }) else { return false }
    let before = Set(reading.versions(in: past.prereleaseFiles ?? past.files).map(\.value))
    return reading.sites.filter { $0.kind == .version }.allSatisfy { before.contains($0.value) }
  }

  /// Returns a lower release than the newest one that was tagged after it and that main files have: `2.3.5` after a `2.4.0`
  /// that was withdrawn; nil if there is none.
  func laterInHistory<Base>(_ found: [CandidateSearch<Base>.Found], _ past: PastReleases?) throws -> Version? {
    guard tags.decided == nil, let newest = tags.newest, let past else { return nil }
    let sites = found.flatMap(\.reading.sites).filter { $0.kind == .version && $0.role == .product }
    guard !sites.isEmpty, !sites.contains(where: { $0.holds(newest) }) else { return nil }
    let held = tags.releases.filter { version in version.precedes(newest) && sites.contains { $0.holds(version) } }
    guard !held.isEmpty else { return nil }
    return try past.newerInHistory().first { version in held.contains { $0.hasSamePrecedence(as: version) } }
  }

  /// Returns the highest release above `lowest` on a branch from here that files of the product have, with the places
  /// in these files that were not found before.
  func branch<Base>(
    above lowest: Version, _ past: PastReleases?, besides known: [CandidateSearch<Base>.Found],
    _ search: inout CandidateSearch<Base>
  ) throws -> (version: Version, places: [CandidateSearch<Base>.Found])? {
    for version in try past?.onBranches() ?? [] where lowest.precedes(version) {
      var trial = search
      let found = try places(of: version, in: &trial) { _ in true }
      guard found.contains(where: \.isProduct) || known.contains(where: { $0.isProduct(of: version) }) else { continue }
      search = trial
      return (version, found)
    }
    return nil
  }

  /// Returns the places in files of the product that were raised after the newest release, as the last two releases raised
  /// them, and then also those that still have its version; none if there is no later one.
  func raisedSince<Base>(
    _ past: PastReleases?, _ search: inout CandidateSearch<Base>
  ) throws -> [CandidateSearch<Base>.Found] {
    let later = RaisedLines(past, tags.released, among: tags.releases)?.later(in: search.files) ?? [:]
    var trial = search
    let raised = try Set(later.values).sorted { $0.sortsBefore($1) }.flatMap { version in
      try places(of: version, in: &trial) { later[$0] == version }
    }
    guard let newest = tags.newest, raised.contains(where: \.isProduct) else { return [] }
    let unchanged = try places(of: newest, in: &trial) { _ in true }
    search = trial
    return unchanged + raised
  }

  /// Returns the places with `version`, where the copies in files of the product are places of the product.
  ///
  /// - Parameter isMeant: Whether those in a file are.
  private func places<Base>(
    of version: Version, in search: inout CandidateSearch<Base>, where isMeant: (RelativePath) -> Bool
  ) throws -> [CandidateSearch<Base>.Found] {
    try search.followers(of: version, rank: rules.count).map { found in
      isMeant(found.reading.path) ? found.asProduct(of: version) ?? found : found
    }
  }
}
