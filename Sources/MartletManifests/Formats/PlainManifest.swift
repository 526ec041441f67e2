import MartletCore

/// A file with only the version, such as `VERSION`.
///
/// Blank lines, lines that begin with `#`, and a `v` before the version are allowed.
package struct PlainManifest: Manifest {
  package static let keyword = "plain"
  package let path: RelativePath

  package init(path: RelativePath) {
    self.path = path
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    let lines = source.lineSpans.map { source.bytes.trimmingBlanks($0) }
      .filter { !$0.isEmpty && source.bytes[$0.lowerBound] != UInt8(ascii: "#") }
    guard let line = lines.first else {
      throw malformed(source, at: source.startOffset..<source.startOffset, problem: "the file contains no version")
    }
    guard lines.count == 1 else {
      throw malformed(source, at: lines[1], problem: "unexpected second line")
    }
    let start = line.lowerBound + (source.bytes[line.lowerBound] == UInt8(ascii: "v") ? 1 : 0)
    guard let token = source.bytes.versionToken(at: start), token.upperBound == line.upperBound else {
      throw malformed(source, at: line, problem: "`\(source.string(at: line))` is not a version")
    }
    return [VersionSite(.version, at: token, of: source)]
  }

  private func malformed(_ source: SourceText, at span: Range<Int>, problem: String) -> ManifestError {
    .malformed(source, at: span, problem: "\(problem), expected only the version", hint: nil)
  }
}

extension [UInt8] {
  /// Returns `span` without the spaces and tabs at both ends.
  func trimmingBlanks(_ span: Range<Int>) -> Range<Int> {
    var (start, end) = (span.lowerBound, span.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
