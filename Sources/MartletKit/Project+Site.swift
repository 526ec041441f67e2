import MartletManifests

extension Project {
  /// A version or build number with its place.
  public struct Site: Hashable, Sendable {
    /// The kind of a value. Later releases may add more.
    public struct Kind: RawRepresentable, Hashable, Sendable {
      /// The name of the kind.
      public let rawValue: String

      /// Creates the kind with a name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The version that users see.
      public static let version = Kind(rawValue: "version")
      /// The build number.
      public static let build = Kind(rawValue: "build")
    }

    private let base: VersionSite

    init(_ base: VersionSite) {
      self.base = base
    }

    /// The kind of the value.
    public var kind: Kind {
      switch base.kind {
      case .version: .version
      case .build: .build
      }
    }

    /// The value, for example `1.4.2`; the same for `SemanticVersion(1, 4, 2)`.
    public var value: String { base.value }

    /// The place of its first byte.
    public var place: Place { Place(base.place) }

    /// The name of its context, for display: `target CoolApp, Release`, `version`; empty if the file is enough.
    public var label: String { base.label }

    /// Whether it is a version of the product. Other sites change only if they have the same version.
    public var isProductVersion: Bool {
      switch base.role {
      case .product, .behind: true
      case .appExtension, .otherValue, .copy, .test, .example, .independent, .format, .dependency: false
      }
    }
  }
}
