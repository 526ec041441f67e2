import TextEditing

/// A file that holds the version and nothing else, such as `VERSION`.
///
/// Blank lines and lines that begin with `#` may stand around it, and a `v` before it.
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
      throw malformed(source, at: source.startOffset..<source.startOffset, problem: "no version stands here")
    }
    guard lines.count == 1 else {
      throw malformed(source, at: lines[1], problem: "a second line stands here")
    }
    let start = line.lowerBound + (source.bytes[line.lowerBound] == UInt8(ascii: "v") ? 1 : 0)
    guard let token = source.bytes.versionToken(at: start), token.upperBound == line.upperBound else {
      throw malformed(source, at: line, problem: "`\(source.string(at: line))` is no version")
    }
    return [VersionSite(.version, at: token, of: source)]
  }

  private func malformed(_ source: SourceText, at span: Range<Int>, problem: String) -> ManifestError {
    .malformed(source, at: span, problem: "\(problem), expected the version alone", hint: nil)
  }
}

extension [UInt8] {
  /// `span` without the spaces and tabs at both ends.
  func trimmingBlanks(_ span: Range<Int>) -> Range<Int> {
    var (start, end) = (span.lowerBound, span.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
