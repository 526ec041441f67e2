import TextEditing

/// A format as the Releasefile, the manual and the documentation know it.
package struct ManifestFormat: Sendable {
  /// One option of a manifest beside its path.
  package struct Option: Sendable {
    package let name: String
    package let summary: String
    /// Whether a manifest of this format cannot be read without it.
    package let isRequired: Bool
    /// Whether it is a list.
    package let isList: Bool

    init(_ name: String, _ summary: String, isRequired: Bool = false, isList: Bool = false) {
      self.name = name
      self.summary = summary
      self.isRequired = isRequired
      self.isList = isList
    }
  }

  /// The word that names the format, whose value is the path.
  package let keyword: String
  /// One line: lower case, no full stop.
  package let summary: String
  package let options: [Option]
  private let make: @Sendable (RelativePath, ManifestOptions) throws(ManifestError) -> any Manifest

  init<M: Manifest>(
    _ type: M.Type, _ summary: String, options: [Option] = [],
    make: @escaping @Sendable (RelativePath, ManifestOptions) throws(ManifestError) -> M
  ) {
    keyword = type.keyword
    self.summary = summary
    self.options = options
    self.make = { path, options throws(ManifestError) in try make(path, options) }
  }

  /// The manifest of this format at `path`.
  ///
  /// - Throws: `ManifestError.unusableOption`.
  package func manifest(at path: RelativePath, options: ManifestOptions) throws(ManifestError) -> any Manifest {
    try make(path, options)
  }
}
