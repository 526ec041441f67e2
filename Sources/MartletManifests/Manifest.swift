import MartletCore

/// A place where a project writes its version: one file of one format, or a project file with the files that it uses.
///
/// A manifest only finds byte ranges and their values; it never writes.
package protocol Manifest: Sendable {
  /// The word that names the format in a Releasefile, for example `plist`.
  static var keyword: String { get }

  /// The path of the manifest in the Releasefile.
  var path: RelativePath { get }

  /// Returns the places of the version and the build number, in the order of the file; empty when there are none.
  ///
  /// - Throws: `ManifestError` when the file is missing, cannot be read in its format, or lacks a requested item such
  ///   as a key; errors of `files`.
  func versionSites(in files: some FileReading) throws -> [VersionSite]
}

extension Manifest {
  /// Returns the text of the file at `path`.
  ///
  /// - Throws: `ManifestError.missing` when the file does not exist.
  func source(in files: some FileReading) throws -> SourceText {
    guard let source = try files.source(at: path) else { throw ManifestError.missing(path, keyword: Self.keyword) }
    return source
  }
}
