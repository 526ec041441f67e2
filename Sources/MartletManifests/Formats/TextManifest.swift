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

  /// The options of its declaration in a Releasefile.
  package var options: [String: [String]] {
    ["pattern": [pattern]].merging(count == 1 ? [:] : ["count": [String(count)]]) { $1 }
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
    // Apple's tools read the value of this setting.
    let audience: VersionSite.Audience = self.pattern.contains("MARKETING_VERSION") ? .apple : .everyone
    return matches.flatMap { match in
      match.map { VersionSite($0.kind, audience: $0.kind == .version ? audience : .everyone, at: $0.span, of: source) }
    }
  }

  /// Returns the lines of `sites` as patterns, each with its number of matches: for a file in which a format would also read
  /// other versions. A site of several pieces, or without other text in its line, has none.
  package static func lines(
    of sites: [VersionSite], in files: some FileReading
  ) throws -> [TextManifest] {
    var lines: [TextManifest] = []
    for site in sites where site.pieces.count == 1 {
      let (path, span) = (site.pieces[0].path, site.pieces[0].span)
      guard let source = try files.source(at: path) else { continue }
      let bytes = source.bytes
      let start = bytes.index(after: bytes.index(before: span.lowerBound) { !$0.isLineEnd }, while: \.isBlank)
      let end = bytes.trimmingBlanks(span.upperBound..<bytes.index(after: span.upperBound) { !$0.isLineEnd }).upperBound
      let text = source.string(at: start..<span.lowerBound) + "${version}" + source.string(at: span.upperBound..<end)
      guard text != "${version}", !lines.contains(where: { $0.path == path && $0.pattern == text }),
        let count = TextPattern(text)?.matches(in: bytes, from: source.startOffset).count
      else { continue }
      lines.append(TextManifest(path: path, pattern: text, count: count))
    }
    return lines
  }
}
