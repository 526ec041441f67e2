/// How much a change means to those who use what is released: which part of the version it raises.
package enum ReleaseLevel: String, CaseIterable, Hashable, Sendable, Codable {
  case none, patch, minor, major

  /// The change of a version that it leads to; nil when it leads to none.
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
  /// The version after a change of `level`; of a version with fewer numbers the last is raised: a patch makes `1.4`
  /// `1.5`. Of a pre-release, the version that it leads to when that is enough.
  ///
  /// - Throws: `VersionError` when a number would overflow.
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

  /// By how much this version is above `other`: the first number that differs. A pre-release counts as its release.
  package func level(above other: Version) -> ReleaseLevel {
    guard other.core.precedes(core) else { return .none }
    if component(0) != other.component(0) { return .major }
    return component(1) != other.component(1) ? .minor : .patch
  }
}
