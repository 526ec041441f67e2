import Versioning

/// A version: one to four numbers, perhaps a pre-release, perhaps build metadata.
///
/// With three numbers this is Semantic Versioning 2.0. Apps also have `1.4`, `7` and `24.1.0.0`; those keep their number
/// of components. Versions are equal when they are spelled alike.
public struct Version: Hashable, Sendable {
  let base: Versioning.Version

  init(_ base: Versioning.Version) {
    self.base = base
  }

  /// The version that `text` spells, and nothing but it: no `v` before it, no blank around it.
  ///
  /// - Throws: ``MartletError`` saying where it stops being one. No number is ever wrapped or rounded.
  public init(_ text: String) throws(MartletError) {
    base = try MartletError.explaining { try Versioning.Version(text) }
  }

  /// One to four numbers, the most significant first.
  public var components: [UInt64] { base.components }

  /// What follows the `-`, for example `["beta", "1"]`; empty for a release.
  public var prerelease: [String] { base.prerelease }

  /// What follows the `+`; it says nothing about the order.
  public var metadata: [String] { base.metadata }

  /// Whether it is on the way to a release.
  public var isPrerelease: Bool { base.isPrerelease }

  /// The numbers alone, for example `1.5.0` of `1.5.0-beta.1`.
  public var core: Version { Version(base.core) }

  /// Whether it comes before `other`: Semantic Versioning 2.0, section 11.
  ///
  /// Missing components count as 0, and metadata is not compared, so of `1.2` and `1.2.0` neither precedes the other, though
  /// they are not equal. `<` sorts such versions by their spelling.
  public func precedes(_ other: Version) -> Bool { base.precedes(other.base) }
}

extension Version: Comparable {
  /// The order of ``precedes(_:)``; versions of the same precedence are ordered by their spelling, byte by byte, so that
  /// sorted lists are always the same.
  public static func < (one: Version, other: Version) -> Bool {
    if one.precedes(other) { return true }
    if other.precedes(one) { return false }
    return one.description.utf8.lexicographicallyPrecedes(other.description.utf8)
  }
}

extension Version {
  /// What can be asked of a version, by the words of `martlet bump`.
  public enum Change: String, CaseIterable, Sendable {
    /// The first number is raised.
    case major
    /// The second number is raised.
    case minor
    /// The third number is raised.
    case patch
    /// The next pre-release: `1.5.0-beta.1` becomes `1.5.0-beta.2`, `1.4.2` becomes `1.4.3-beta.1`.
    case prerelease
    /// The release that the pre-releases led to: `1.5.0-beta.2` becomes `1.5.0`.
    case release

    fileprivate var base: VersionChange {
      switch self {
      case .major: .major
      case .minor: .minor
      case .patch: .patch
      case .prerelease: .prerelease
      case .release: .release
      }
    }
  }

  /// The version after `change`.
  ///
  /// What stands behind a raised number becomes 0, and the number of components stays: `1.1` becomes `1.2`. A pre-release
  /// is already on its way to a version, so `minor` makes `1.5.0` of `1.5.0-beta.2`.
  /// - Parameters:
  ///   - change: What is asked for.
  ///   - prereleaseID: With it the result is a pre-release of that name, for example `1.5.0-beta.1`, or the next one if this
  ///     version is one of them.
  /// - Throws: ``MartletError`` when the version has no such component, when a number would overflow, when the name is
  ///   none, or when the change does not fit: `release` of a release.
  public func changed(_ change: Change, prereleaseID: String? = nil) throws(MartletError) -> Version {
    try MartletError.explaining { Version(try base.changed(change.base, prereleaseID: prereleaseID)) }
  }
}

extension Version: CustomStringConvertible {
  /// The version as it was spelled.
  public var description: String { base.description }
}

extension Version: Codable {
  /// Reads one text.
  public init(from decoder: any Decoder) throws {
    self = try Version(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes one text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
