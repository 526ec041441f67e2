import MartletCore

/// Finds the version of a project and every place with it, without configuration.
///
/// Tags and known manifests decide (`VersionSurvey.Decision`). A bump raises the manifests with that version, and the places
/// with exactly this value under a name of the product; others with the name of a version are listed, and keep their values.
package struct VersionResolver: Sendable {
  /// The extent of the search.
  package enum Depth: Sendable {
    /// Only the places that decide the version.
    case version
    /// Only the files for users that repeat a version, which is known from tags.
    case readmes
    /// Also every place where a new version is written, and those with other versions beside them.
    case edits
  }

  private let names: ProjectNames
  private let tags: ReleaseTags
  private let rules: [CandidateRule]
  private let folder: RelativePath?

  /// - Parameter folder: The folder of the package; nil for the whole project.
  package init(
    names: ProjectNames, tags: ReleaseTags, in folder: RelativePath? = nil, rules: [CandidateRule] = CandidateRule.all
  ) {
    self.folder = folder
    self.names = names
    self.tags = tags
    self.rules = rules
  }

  /// - Parameter released: The files at the newest release; nil where they are unknown.
  /// - Throws: `ManifestError` for an unreadable main file, such as a project with merge conflicts; errors of `files`.
  package func survey(
    of files: some FileReading, since released: (any FileReading)? = nil, for depth: Depth
  ) throws -> VersionSurvey {
    var search = try CandidateSearch(names, depth == .readmes ? [.readme] : rules, in: files, below: folder)
    let main = try search.manifests(of: .mainFiles)
    var support = try search.manifests(of: .support)
    let isDecidedByMain = tags.newest == nil && main.contains { $0.reading.isProduct }
    let voters = isDecidedByMain ? main : main + support
    var decision = VersionSurvey.Decision(of: voters.map(\.reading), tags, at: released)
    if !search.unreadable.isEmpty, !decision.isWritten {
      decision = .undecided(.contradiction(.unreadable, search.unreadable, tags: tags.names, manifests: []))
    }
    // Beside main files, the others repeat the version.
    if isDecidedByMain || main.contains(where: { $0.reading.holds(decision.version) }) {
      support = support.map(\.asCopy)
    }
    guard depth != .version, let version = decision.version else { return survey(main + support, decision) }
    let lasts = tags.lastReleases(before: version)
    var found = main + support
    found += try search.manifests(of: .beside) { source in
      ([version.core] + lasts).contains { source.bytes.firstIndex(of: $0.description, from: 0) != nil }
    }
    found += try search.places(of: version, among: tags, onlyReadmes: depth == .readmes)
    return survey(found, decision)
  }

  private func survey(
    _ found: [CandidateSearch<some FileReading>.Found], _ decision: VersionSurvey.Decision
  ) -> VersionSurvey {
    let ordered = found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    return VersionSurvey(ordered.map(\.element.reading), decision, tags)
  }
}

extension VersionSurvey.Reading {
  /// Whether it votes for `version`.
  fileprivate func holds(_ version: Version?) -> Bool {
    guard let version else { return false }
    return sites.contains { $0.kind == .version && $0.role == .product && $0.holds(version) }
  }
}

extension CandidateSearch.Found {
  /// The same manifest, with its product sites as copies.
  fileprivate var asCopy: Self {
    var reading = reading
    reading.sites = reading.sites.map { $0.role == .product ? $0.with(role: .copy) : $0 }
    return Self(rank: rank, reading: reading)
  }
}

extension Version {
  /// Whether it is `0.0.0`, with or without a pre-release: a script writes the version in its place.
  var isPlaceholder: Bool {
    let first = component(0)
    return components.dropFirst().allSatisfy { $0 == 0 || $0 == first } && [0, 999, 1000, 9999].contains(first)
  }

  /// Whether it is unlikely to occur by chance: three numbers or more, and not a common first version.
  var isDistinctive: Bool { components.count > 2 && !isInitial }

  /// Whether it is a default version of templates and new projects.
  package var isInitial: Bool {
    ["1", "1.0", "1.0.0", "0.1", "0.1.0", "0.0.1"].contains(core.description)
  }
}
