import MartletCore

/// A manifest format, as described in the manual and the documentation.
package struct ManifestFormat: Sendable {
  /// The keyword of the format, whose value is the path.
  package let keyword: String
  /// One line: lower case, no full stop.
  package let summary: String
  package let options: [ManifestOption]
  private let make: Factory

  /// Creates a manifest from its path and options, and from the project's names if the format needs them.
  private enum Factory {
    case alone(@Sendable (RelativePath, ManifestOptions) throws(ManifestError) -> any Manifest)
    case withNames(@Sendable (RelativePath, ManifestOptions, ProjectNames) -> any Manifest)
  }

  init<M: Manifest>(
    _ type: M.Type, _ summary: String, options: [ManifestOption] = [],
    make: @escaping @Sendable (RelativePath, ManifestOptions) throws(ManifestError) -> M
  ) {
    keyword = type.keyword
    self.summary = summary
    self.options = options
    self.make = .alone { path, options throws(ManifestError) in try make(path, options) }
  }

  init<M: Manifest>(
    _ type: M.Type, _ summary: String, options: [ManifestOption] = [],
    makeWithNames make: @escaping @Sendable (RelativePath, ManifestOptions, ProjectNames) -> M
  ) {
    keyword = type.keyword
    self.summary = summary
    self.options = options
    self.make = .withNames { make($0, $1, $2) }
  }

  /// Creates the manifest of this format at `path`.
  ///
  /// - Parameter names: Returns the project's names, which requires listing the whole project. Called only for formats
  ///   that need them.
  /// - Throws: `ManifestError.unusableOption`; errors of `names`.
  package func manifest(
    at path: RelativePath, options: ManifestOptions, names: () throws -> ProjectNames
  ) throws -> any Manifest {
    switch make {
    case .alone(let make): try make(path, options)
    case .withNames(let make): make(path, options, try names())
    }
  }
}

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
