/// A version of a package in a Swift package registry.
package struct PackagePublication: Hashable, Sendable, Codable {
  /// The address of the registry, without a slash at its end.
  package let registry: String
  /// Such as `mona`.
  package let scope: String
  /// Such as `LinkedList`.
  package let name: String
  package let version: String
  /// The zip archive of the sources.
  package let archive: Artifact
  /// The variable with the token or the password; nil for a registry that needs none.
  package let tokenVariable: String?
  /// The user's name, for a registry with passwords instead of tokens.
  package let user: String?

  package init(
    of name: (scope: String, name: String), _ version: String, in registry: String, archive: Artifact,
    tokenVariable: String?, user: String?
  ) {
    (scope, self.name) = name
    self.version = version
    self.registry = registry
    self.archive = archive
    self.tokenVariable = tokenVariable
    self.user = user
  }

  /// Such as `mona.LinkedList 1.5.0`.
  package var title: String { "\(scope).\(name) \(version)" }
}

extension PackagePublication: EffectValue {
  package var summary: EffectSummary { EffectSummary("publish", "\(title) on \(registry)", archive.contentsPhrase) }

  package func fields(_ result: EntryResult) -> EffectFields {
    [
      "message": title, "repository": registry, "asset": archive.name, "bytes": archive.contents?.size,
      "sha256": archive.contents?.digest.hex,
    ]
  }

  package func receipt(_ result: EntryResult) -> String? { "published \(title)" }
  package var publicName: String? { "package \(title)" }
  package var isOutward: Bool { true }
}
