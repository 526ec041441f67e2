import TextEditing

/// How a project tells what is new, as its Releasefile says under `changelog`.
package struct ChangelogDeclaration: Hashable, Sendable {
  /// What runs where the project is hosted.
  package enum Forge: String, CaseIterable, Hashable, Sendable, Codable {
    case github, gitlab, forgejo
  }

  package struct Group: Hashable, Sendable {
    package let title: String
    /// In lower case.
    package let types: [String]
  }

  /// Nil: `CHANGELOG.md`.
  package var file: RelativePath?
  /// A template of the project's own for sections that are made of commits.
  package var template: RelativePath?
  /// Nil: as Keep a Changelog has them.
  package var groups: [Group]?
  /// In lower case.
  package var hiddenScopes: [String] = []
  package var showsAuthors = false
  /// Nil: as the name of the server says.
  package var forge: Forge?

  package init() {}
}
