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
  private let make: Making

  /// How a manifest comes of its path and options, and of what its project goes by where the format looks for that.
  private enum Making {
    case alone(@Sendable (RelativePath, ManifestOptions) throws(ManifestError) -> any Manifest)
    case withNames(@Sendable (RelativePath, ManifestOptions, ProjectNames) -> any Manifest)
  }

  init<M: Manifest>(
    _ type: M.Type, _ summary: String, options: [Option] = [],
    make: @escaping @Sendable (RelativePath, ManifestOptions) throws(ManifestError) -> M
  ) {
    keyword = type.keyword
    self.summary = summary
    self.options = options
    self.make = .alone { path, options throws(ManifestError) in try make(path, options) }
  }

  init<M: Manifest>(
    _ type: M.Type, _ summary: String, options: [Option] = [],
    makeWithNames make: @escaping @Sendable (RelativePath, ManifestOptions, ProjectNames) -> M
  ) {
    keyword = type.keyword
    self.summary = summary
    self.options = options
    self.make = .withNames { make($0, $1, $2) }
  }

  /// The manifest of this format at `path`.
  ///
  /// - Parameter names: Tells what the project goes by, which takes a walk through all of it: asked by formats that look for
  ///   that, and by no others.
  /// - Throws: `ManifestError.unusableOption`; what `names` throws.
  package func manifest(
    at path: RelativePath, options: ManifestOptions, names: () throws -> ProjectNames
  ) throws -> any Manifest {
    switch make {
    case .alone(let make): try make(path, options)
    case .withNames(let make): make(path, options, try names())
    }
  }
}
