import TextEditing

/// A place where a project writes its version: one file of one format, or a project file with the files it draws on.
///
/// A manifest finds; it never prints. What it returns are byte ranges and the values that they come to.
package protocol Manifest: Sendable {
  /// The word that names the format in a Releasefile, for example `plist`.
  static var keyword: String { get }

  /// The file that the manifest is named after.
  var path: RelativePath { get }

  /// Where the version and the build number are written, in the order of the file; empty when it holds none.
  ///
  /// - Throws: `ManifestError` when the file is missing, cannot be read as its format, or does not hold what was asked
  ///   of it, for example a key that was named; what `files` throws.
  func versionSites(in files: some FileReading) throws -> [VersionSite]
}

extension Manifest {
  /// The text of the file at `path`.
  ///
  /// - Throws: `ManifestError.missing` when there is none.
  func source(in files: some FileReading) throws -> SourceText {
    guard let source = try files.source(at: path) else { throw ManifestError.missing(path, keyword: Self.keyword) }
    return source
  }
}
