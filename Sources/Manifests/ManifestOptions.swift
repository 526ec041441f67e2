import TextEditing

/// What is said of a manifest beside its path, and what its project goes by.
package struct ManifestOptions: Sendable {
  private let texts: [String: [String]]
  /// The project's names, for formats that look for them.
  let names: ProjectNames

  /// - Parameter texts: The option's texts by its name: one, or those of a list.
  package init(_ texts: [String: [String]], names: ProjectNames) {
    self.texts = texts
    self.names = names
  }

  /// The option's text; nil when it is not given.
  func text(_ name: String) -> String? { texts[name]?.first }

  /// The option's texts; nil when it is not given.
  func list(_ name: String) -> [String]? { texts[name] }
}
