import MartletCore

/// A version or build number, with its bytes.
///
/// Usually that is one run of bytes. `SemanticVersion(0, 40, 0)` and `$(MAJOR).$(MINOR)` have several, which may even
/// be in several files.
package struct VersionSite: Hashable, Sendable {
  package enum Kind: String, Sendable, Codable {
    /// The version that users see.
    case version
    /// The build number.
    case build
  }

  /// The role of the site: whether it decides the version, follows it, or neither.
  package enum Role: String, Sendable, Codable, CaseIterable {
    /// The product: the version of what is released. All of these must agree.
    case product
    /// An extension or watch app inside an app, whose version has to equal the app's.
    case appExtension = "extension"
    /// Another value in an Xcode project: of a target that is not released, such as a framework beside an app, or one that the
    /// build of the released configuration does not use.
    case otherValue = "other value"
    /// A copy of the version for other readers: an install snippet, a `package.json`, a constant.
    case copy
    case test
    case example
    /// A value that may equal the version by chance, or belongs to one release.
    case independent
    /// The version of something else, according to its name: a cache, a file format, an API.
    case format
    /// A file of a dependency inside the repository.
    case dependency
  }

  /// The readers of the value, which determine its allowed forms.
  package enum Audience: String, Sendable, Codable {
    /// Apple's tools and stores: only numbers (`AppleVersionRule`).
    case apple
    /// Readers of Semantic Versioning: the full version.
    case everyone
    /// Users of an install snippet, or other readers of the last release. It is not changed for a pre-release; while the version is a
    /// pre-release, such a site has an earlier release, and the next release raises it from there.
    case dependents
  }

  package let kind: Kind
  package let role: Role
  package let audience: Audience
  /// The combined value of all pieces, for example `1.4.2`.
  package let value: String
  /// The owner of the site, for messages: `target CoolApp, Release`, `CFBundleVersion`, `let version`; empty when the
  /// path is enough.
  package let label: String
  /// The bytes that make up the value, the most significant first; never empty.
  package let pieces: [Piece]

  package init(
    _ kind: Kind, role: Role = .product, audience: Audience = .everyone, value: String, label: String = "",
    pieces: [Piece]
  ) {
    self.kind = kind
    self.role = role
    self.audience = audience
    self.value = value
    self.label = label
    self.pieces = pieces
  }

  /// Creates a site of one piece: the value at `span` of `source` in the given spelling.
  package init(
    _ kind: Kind, role: Role = .product, audience: Audience = .everyone, label: String = "", at span: Range<Int>,
    of source: SourceText, spelling: Spelling = .plain
  ) {
    let piece = Piece(at: span, of: source, spelling: spelling)
    self.init(
      kind, role: role, audience: audience, value: spelling.value(of: piece.text), label: label, pieces: [piece])
  }

  /// The place of its first piece.
  package var place: Place { pieces[0].place }

  /// Returns the same site in another role.
  package func with(role: Role) -> VersionSite {
    VersionSite(kind, role: role, audience: audience, value: value, label: label, pieces: pieces)
  }
}

extension VersionSite {
  /// A run of bytes with the whole value or one part of it.
  package struct Piece: Hashable, Sendable {
    /// The part of the value in a piece.
    package enum Part: Hashable, Sendable {
      case whole
      /// The number at this index of the version's components.
      case component(Int)
      /// This many leading components, for example `1.5` of `1.5.0`: a requirement such as `~> 1.4` keeps its length.
      case leading(Int)
      /// The pre-release with its leading `-`, or empty.
      case suffix
      /// The pre-release without its `-`, or empty.
      case prerelease
    }

    package let part: Part
    package let path: RelativePath
    /// Offsets into the file's text.
    package let span: Range<Int>
    /// The bytes at the span.
    package let text: String
    package let spelling: Spelling
    package let place: Place

    package init(_ part: Part = .whole, at span: Range<Int>, of source: SourceText, spelling: Spelling = .plain) {
      self.part = part
      self.path = source.path
      self.span = span
      self.text = source.string(at: span)
      self.spelling = spelling
      place = source.place(at: span.lowerBound)
    }
  }
}
