import MartletCore

/// Sites that are found repeatedly through targets and configurations, without duplicates.
struct SiteCollection {
  struct Candidate {
    let kind: VersionSite.Kind
    let value: String
    /// Never empty.
    let literals: [VersionLiteral]
    /// The owner of the site.
    let owner: String
    let role: VersionSite.Role
  }

  private struct Site {
    var kind: VersionSite.Kind
    let value: String
    let literals: [VersionLiteral]
    var owners: [String]
    var role: VersionSite.Role
  }

  private var sites: [Site] = []
  private var indices: [[VersionLiteral.Identity]: Int] = [:]

  /// Adds a site; for known bytes, only adds its owner to the existing site. What they mean is decided by the weightiest
  /// role: tests may have the app's build number as their version.
  mutating func add(_ candidate: Candidate) {
    let identity = candidate.literals.map(\.identity)
    if let index = indices[identity] {
      let isWeightier = candidate.role.weight < sites[index].role.weight
      sites[index].owners.removeAll { isWeightier && $0 == candidate.owner }
      if !sites[index].owners.contains(candidate.owner) {
        sites[index].owners.insert(candidate.owner, at: isWeightier ? 0 : sites[index].owners.count)
      }
      if isWeightier { (sites[index].role, sites[index].kind) = (candidate.role, candidate.kind) }
    } else {
      indices[identity] = sites.count
      sites.append(
        Site(
          kind: candidate.kind, value: candidate.value, literals: candidate.literals, owners: [candidate.owner],
          role: candidate.role))
    }
  }

  /// Adds an overridden site, unless its bytes are already a site.
  mutating func addOverridden(_ candidate: Candidate) {
    if indices[candidate.literals.map(\.identity)] == nil { add(candidate) }
  }

  /// Returns the sites in the order of their places, those in the file `first` before all others.
  ///
  /// Of two sites with overlapping bytes, the product's is kept, then the version's, then the earlier one.
  func sites(first: RelativePath) -> [VersionSite] {
    var taken: [VersionLiteral.Identity] = []
    let groups = [sites.filter { $0.role == .product }, sites.filter { $0.role != .product }]
    let byWeight = groups.flatMap { $0.filter { $0.kind == .version } + $0.filter { $0.kind == .build } }
    let sites = byWeight.filter { site in
      let identities = site.literals.map(\.identity)
      guard !identities.contains(where: { identity in taken.contains { $0.overlaps(identity) } }) else { return false }
      taken += identities
      return true
    }
    return sites.map { site in
      VersionSite(
        site.kind, role: site.role, audience: .apple, value: site.value,
        label: site.owners.summary, pieces: site.literals.map(\.piece))
    }
    .sorted { left, right in
      if left.place.path != right.place.path {
        return left.place.path == first || right.place.path != first && left.place.path < right.place.path
      }
      return left.pieces[0].span.lowerBound < right.pieces[0].span.lowerBound
    }
  }
}

extension VersionSite.Role {
  /// The lower the weight, the higher its priority for a literal that several targets share.
  fileprivate var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension [String] {
  /// The first element, and the number of others.
  fileprivate var summary: String {
    guard let first else { return "" }
    return count == 1 ? first : "\(first) and \(count - 1) more"
  }
}
