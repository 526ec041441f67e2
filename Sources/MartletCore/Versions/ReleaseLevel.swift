/// The effect of a change on the users of a release: the part of the version that it raises.
package enum ReleaseLevel: String, CaseIterable, Hashable, Sendable, Codable {
  case none, patch, minor, major

  /// The corresponding change of a version; nil if the version stays.
  package var change: VersionChange? {
    switch self {
    case .none: nil
    case .patch: .patch
    case .minor: .minor
    case .major: .major
    }
  }
}

extension ReleaseLevel: Comparable {
  package static func < (left: ReleaseLevel, right: ReleaseLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .patch: 1
    case .minor: 2
    case .major: 3
    }
  }
}

extension Version {
  /// Returns the version after a change of `level`. With fewer numbers the last one is raised: a patch makes `1.4`
  /// `1.5`. A pre-release becomes its own release if that is sufficient.
  ///
  /// - Throws: `VersionError` if a number overflows.
  package func raised(by level: ReleaseLevel) throws(VersionError) -> Version {
    let deepest: ReleaseLevel =
      switch components.count {
      case 1: .major
      case 2: .minor
      default: .patch
      }
    guard level > .none, let change = max(level, deepest).change else { return self }
    return try changed(change)
  }

  /// Returns the first number in which this version differs from `other`, as a level. A pre-release counts as its
  /// release.
  package func level(above other: Version) -> ReleaseLevel {
    guard other.core.precedes(core) else { return .none }
    if component(0) != other.component(0) { return .major }
    return component(1) != other.component(1) ? .minor : .patch
  }
}
