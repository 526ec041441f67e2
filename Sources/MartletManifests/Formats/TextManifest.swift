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

  /// Creates a manifest of the text from `start` to `end` around the version at `span`, as often as it is in the file. Where the
  /// text has the version again, any text may be.
  init(around span: Range<Int>, from start: Int, to end: Int, in source: SourceText) {
    let parts = [start..<span.lowerBound, span.upperBound..<end].map { part in
      source.string(at: part).replacing(source.string(at: span), with: "${any}")
    }
    let pattern = parts.joined(separator: "${version}")
    let count = TextPattern(pattern)?.matches(in: source.bytes, from: source.startOffset).count ?? 1
    self.init(path: source.path, pattern: pattern, count: count)
  }

  /// Creates a manifest of the line of the version at `span`, without blanks around it; nil if it has no other text.
  package init?(lineOf span: Range<Int>, in source: SourceText) {
    let bytes = source.bytes
    let line =
      bytes.index(before: span.lowerBound) { !$0.isLineEnd }..<bytes.index(after: span.upperBound) { !$0.isLineEnd }
    let text = bytes.trimmingBlanks(line)
    guard text != span else { return nil }
    self.init(around: span, from: text.lowerBound, to: text.upperBound, in: source)
  }

  /// Returns the lines of `sites` as patterns, each with its number of matches: for a file in which a format would also read
  /// other versions. A site of several pieces, or without other text in its line, has none.
  package static func lines(of sites: [VersionSite], in files: some FileReading) throws -> [TextManifest] {
    var lines: [TextManifest] = []
    for site in sites where site.pieces.count == 1 {
      guard let source = try files.source(at: site.place.path),
        let line = TextManifest(lineOf: site.pieces[0].span, in: source),
        !lines.contains(where: { $0.path == line.path && $0.pattern == line.pattern })
      else { continue }
      lines.append(line)
    }
    return lines
  }
}
