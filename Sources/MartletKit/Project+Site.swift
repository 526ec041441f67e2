import Manifests

extension Project {
  /// A version or build number with its place.
  public struct Site: Hashable, Sendable {
    /// The kind of a value.
    public enum Kind: String, Sendable {
      /// The version that users see.
      case version
      /// The build number.
      case build
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
      case .product: true
      case .appExtension, .otherTarget, .copy, .test, .example, .independent, .format, .dependency: false
      }
    }
  }
}
