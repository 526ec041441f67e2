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
