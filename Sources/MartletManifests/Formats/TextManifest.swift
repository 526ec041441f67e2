import MartletCore

/// A text file with a pattern that marks the version: `from: "${version}"`.
///
/// `${version}` matches bytes shaped like a version, `${build}` a build number, and `${any}` any text of a line, which
/// stays as it is; each at most once. Everything else is literal. A line feed in the pattern also matches CR LF.
package struct TextManifest: Manifest {
  package static let keyword = "text"
  package let path: RelativePath
  private let pattern: String
  private let count: Int

  /// - Parameter count: The exact number of matches.
  package init(path: RelativePath, pattern: String, count: Int = 1) {
    self.path = path
    self.pattern = pattern
    self.count = count
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    guard let pattern = TextPattern(pattern) else {
      throw ManifestError.unusableOption(
        path, option: "pattern", value: pattern,
        expected:
          "a text with `${version}`, `${build}` or both, each once, and `${any}` at most once between other text")
    }
    let source = try source(in: files)
    let matches = pattern.matches(in: source.bytes, from: source.startOffset)
    guard matches.count == count else {
      throw ManifestError.wrongCount(
        path, what: "`\(self.pattern)`", expected: count,
        found: matches.count,
        first: matches.prefix(8).compactMap { $0.first.map { source.place(at: $0.span.lowerBound) } })
    }
    return matches.flatMap { match in
      match.map { VersionSite($0.kind, at: $0.span, of: source) }
    }
  }
}
