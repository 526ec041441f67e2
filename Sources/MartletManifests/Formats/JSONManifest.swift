import MartletCore

/// A JSON file with the version under a key, such as `package.json`.
package struct JSONManifest: Manifest {
  package static let keyword = "json"
  package let path: RelativePath
  private let keys: [(kind: VersionSite.Kind, key: String)]

  /// - Parameters:
  ///   - key: `info.version`, or a JSON pointer such as `/info/version`.
  ///   - buildKey: The same for the build number, a string or a number.
  package init(path: RelativePath, key: String = "version", buildKey: String? = nil) {
    self.path = path
    keys = [(.version, key)] + (buildKey.map { [(.build, $0)] } ?? [])
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    let values = try ScalarValue.all(inJSON: source)
    return try keys.map { kind, key in
      let wanted = ValuePath(key)
      guard let value = values.last(where: { $0.path == wanted }) else {
        throw ManifestError.notFound(path, what: "key", name: key, known: values.versionPaths(in: source))
      }
      switch (value.style, kind) {
      case (.quoted, _):
        return VersionSite(kind, label: key, at: value.span, of: source)
      case (.bare, .build):
        return VersionSite(kind, label: key, at: value.span, of: source, spelling: .jsonNumber)
      case (.bare, .version):
        throw ManifestError.malformed(
          source, at: value.span, problem: "`\(key)` is `\(source.string(at: value.span))`, expected a string",
          hint: nil)
      }
    }
  }
}

extension [ScalarValue] {
  /// Returns the paths of values that look like a version, at most eight, for an error message.
  func versionPaths(in source: SourceText) -> [String] {
    lazy.filter { source.bytes.versionToken(at: $0.span.lowerBound) == $0.span }
      .prefix(8).map { String(describing: $0.path) }
  }
}
