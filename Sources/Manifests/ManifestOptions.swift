import TextEditing

/// What is said of a manifest beside its path.
package struct ManifestOptions: Sendable {
  private let texts: [String: [String]]

  /// - Parameter texts: The option's texts by its name: one, or those of a list.
  package init(_ texts: [String: [String]]) {
    self.texts = texts
  }

  /// The option's text; nil when it is not given.
  func text(_ name: String) -> String? { texts[name]?.first }

  /// The option's texts; nil when it is not given.
  func list(_ name: String) -> [String]? { texts[name] }
}
