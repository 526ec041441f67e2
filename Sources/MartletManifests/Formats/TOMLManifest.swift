import MartletCore

/// A TOML file with the version under a key: `version`, or `package.version` for the key `version` of `[package]`.
///
/// Only single-line strings in tables and inline tables are found; arrays other than arrays of tables are skipped.
package struct TOMLManifest: Manifest {
  package static let keyword = "toml"
  package let path: RelativePath
  private let key: String

  package init(path: RelativePath, key: String = "version") {
    self.path = path
    self.key = key
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    let values = ScalarValue.all(inTOML: source)
    let wanted = ValuePath(key)
    let found = values.filter { $0.path == wanted }
    guard let value = found.first else {
      throw ManifestError.notFound(path, what: "key", name: key, known: values.versionPaths(in: source))
    }
    guard found.count == 1 else {
      throw ManifestError.wrongCount(
        path, what: "`\(key)`", expected: 1, found: found.count,
        first: found.prefix(8).map { source.place(at: $0.span.lowerBound) })
    }
    return [VersionSite(.version, label: key, at: value.span, of: source)]
  }
}
