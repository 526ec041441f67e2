import Manifests

extension Project {
  /// One value of a version or build number, where it stands.
  public struct Site: Hashable, Sendable {
    /// What is written there.
    public enum Kind: String, Sendable {
      /// The version that users see.
      case version
      /// The build number beside it.
      case build
    }

    private let base: VersionSite

    init(_ base: VersionSite) {
      self.base = base
    }

    /// What is written there.
    public var kind: Kind {
      switch base.kind {
      case .version: .version
      case .build: .build
      }
    }

    /// The value, for example `1.4.2`; of `SemanticVersion(1, 4, 2)` the same.
    public var value: String { base.value }

    /// Where its first byte stands.
    public var place: Place { Place(base.place) }

    /// What it belongs to, for people: `target CoolApp, Release`, `version`; empty when the file says all.
    public var label: String { base.label }

    /// Whether it says the version of what is released. Others are raised along where they say the same, and left
    /// otherwise.
    public var speaksForProduct: Bool {
      switch base.role {
      case .product: true
      case .appExtension, .otherTarget, .copy, .test, .example, .format, .dependency: false
      }
    }
  }
}
