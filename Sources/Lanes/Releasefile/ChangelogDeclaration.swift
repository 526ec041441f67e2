import MartletCore

/// The `changelog` section of a Releasefile.
package struct ChangelogDeclaration: Hashable, Sendable {
  package struct Group: Hashable, Sendable {
    package let title: String
    /// In lower case.
    package let types: [String]
  }

  /// Nil: `CHANGELOG.md`.
  package var file: RelativePath?
  /// The form of a version's heading, such as `Version ${version} (${date})`. Nil: that of the newest ones.
  package var heading: String?
  /// A custom template for sections made from commits.
  package var template: RelativePath?
  /// Nil: the groups of Keep a Changelog.
  package var groups: [Group]?
  /// In lower case.
  package var hiddenScopes: [String] = []
  package var showsAuthors = false

  package init() {}
}
