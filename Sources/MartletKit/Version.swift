import MartletCore

/// A version: one to four numbers, an optional pre-release, optional build metadata.
///
/// With three numbers this is Semantic Versioning 2.0. Apps also have `1.4`, `7` and `24.1.0.0`; those keep their
/// number of components. Versions are equal if they have the same spelling.
public struct Version: Hashable, Sendable {
  let base: MartletCore.Version

  init(_ base: MartletCore.Version) {
    self.base = base
  }

  /// Parses `text`, which must be only a version, without a `v` or blanks.
  ///
  /// - Throws: ``MartletError`` with the reason. No number is wrapped or rounded.
  public init(_ text: String) throws(MartletError) {
    base = try MartletError.explaining { try MartletCore.Version(text) }
  }

  /// One to four numbers, the most significant first.
  public var components: [UInt64] { base.components }

  /// The identifiers after the `-`, for example `["beta", "1"]`; empty for a release.
  public var prerelease: [String] { base.prerelease }

  /// The identifiers after the `+`, which do not affect the order.
  public var metadata: [String] { base.metadata }

  /// Whether it is a pre-release.
  public var isPrerelease: Bool { base.isPrerelease }

  /// The numbers alone, for example `1.5.0` of `1.5.0-beta.1`.
  public var core: Version { Version(base.core) }

  /// Whether it precedes `other`: Semantic Versioning 2.0, section 11.
  ///
  /// Missing components count as 0 and metadata is ignored, so neither of `1.2` and `1.2.0` precedes the other, though
  /// they are not equal. `<` sorts such versions by their spelling.
  public func precedes(_ other: Version) -> Bool { base.precedes(other.base) }
}

extension Version: Comparable {
  /// Sorts by ``precedes(_:)``; versions of the same precedence are sorted by their spelling in byte order, so that
  /// sorted lists are deterministic.
  public static func < (one: Version, other: Version) -> Bool {
    if one.precedes(other) { return true }
    if other.precedes(one) { return false }
    return one.description.utf8.lexicographicallyPrecedes(other.description.utf8)
  }
}

extension Version {
  /// A change of a version, by the arguments of `martlet bump`. Later releases may add more.
  public struct Change: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The argument of `martlet bump`.
    public let rawValue: String
    fileprivate let base: VersionChange

    /// Creates the change with a name; nil for an unknown one.
    public init?(rawValue: String) {
      guard let change = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = change
    }

    private init(_ name: String, _ base: VersionChange) {
      rawValue = name
      self.base = base
    }

    /// Every change.
    public static let allCases: [Change] = [.major, .minor, .patch, .prerelease, .release]

    /// Raises the first number.
    public static let major = Change("major", .major)
    /// Raises the second number.
    public static let minor = Change("minor", .minor)
    /// Raises the third number.
    public static let patch = Change("patch", .patch)
    /// The next pre-release: `1.5.0-beta.1` becomes `1.5.0-beta.2`, `1.4.2` becomes `1.4.3-beta.1`.
    public static let prerelease = Change("prerelease", .prerelease)
    /// The release of the pre-releases: `1.5.0-beta.2` becomes `1.5.0`.
    public static let release = Change("release", .release)
  }

  /// Returns the version after `change`.
  ///
  /// The numbers after a raised number become 0, and the number of components stays: `1.1` becomes `1.2`. A pre-release
  /// already leads to a version, so `minor` makes `1.5.0` of `1.5.0-beta.2`.
  /// - Parameters:
  ///   - change: The requested change.
  ///   - prereleaseID: If given, the result is a pre-release with that name, for example `1.5.0-beta.1`, or the next
  ///     one if this version is one.
  /// - Throws: ``MartletError`` if the version has no such component, a number overflows, the name is invalid, or the
  ///   change does not apply: `release` of a release.
  public func changed(_ change: Change, prereleaseID: String? = nil) throws(MartletError) -> Version {
    try MartletError.explaining { Version(try base.changed(change.base, prereleaseID: prereleaseID)) }
  }
}

extension Version: CustomStringConvertible {
  /// The version as written.
  public var description: String { base.description }
}

extension Version: Codable {
  /// Decodes a string.
  public init(from decoder: any Decoder) throws {
    self = try Version(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
