import MartletCore

/// The options of a manifest in addition to its path.
package struct ManifestOptions: Sendable {
  private let texts: [String: [String]]

  /// - Parameter texts: The texts of each option by its name: one, or those of a list.
  package init(_ texts: [String: [String]]) {
    self.texts = texts
  }

  /// The options with their values in YAML, by name.
  package var yamlValues: [(name: String, value: String)] {
    texts.sorted { $0.key < $1.key }.map { name, texts in
      let list = texts.map(\.asYAMLFlowScalar).joined(separator: ", ")
      let value = name == "count" ? texts.first : texts.first?.asYAMLScalar
      return (name, name == "targets" ? "[\(list)]" : value ?? "")
    }
  }

  /// Returns the option's text; nil when it is not set.
  func text(_ name: String) -> String? { texts[name]?.first }

  /// Returns the option's texts; nil when it is not set.
  func list(_ name: String) -> [String]? { texts[name] }
}
