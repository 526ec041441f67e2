/// An option of a manifest, which its format defines.
package struct ManifestOption: Sendable {
  package let name: String
  /// One line for the reference.
  package let summary: String
  /// Whether a manifest of this format requires it.
  package let isRequired: Bool
  /// Whether it is a list of texts; a single text counts as a list of one.
  package let isList: Bool

  package init(_ name: String, _ summary: String, isRequired: Bool = false, isList: Bool = false) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
    self.isList = isList
  }
}
