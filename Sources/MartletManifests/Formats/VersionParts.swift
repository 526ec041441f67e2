import MartletCore

/// A text file with a version in three lines, one for each number: `set(COOL_VERSION_MAJOR 1)`, `#define COOL_MINOR_VERSION 4`,
/// `versionPatch = 2`. The names are equal apart from the part.
///
/// A pre-release has no place there: the numbers are those of its release.
struct VersionParts: Manifest {
  static let keyword = "parts"
  let path: RelativePath

  func versionSites(in files: some FileReading) throws -> [VersionSite] {
    Self.versions(in: try source(in: files)).map { version in
      let pieces = version.numbers.enumerated().map { index, line in
        VersionSite.Piece(.component(index), at: line.span, of: version.source)
      }
      return VersionSite(
        .version, audience: .apple, value: version.text, label: version.numbers[0].name, pieces: pieces)
    }
  }

  /// Three lines of one version.
  struct Found {
    let source: SourceText
    /// The major, the minor and the patch version.
    let numbers: [(name: String, span: Range<Int>)]

    var text: String { numbers.map { source.string(at: $0.span) }.joined(separator: ".") }
    /// The name without the part: `COOL_VERSION` of `COOL_VERSION_MAJOR`.
    let name: String
  }

  /// Returns the versions in the order of their first lines.
  static func versions(in source: SourceText) -> [Found] {
    guard ["major", "Major", "MAJOR"].contains(where: { source.bytes.firstIndex(of: $0, from: 0) != nil }) else {
      return []
    }
    var keys: [String] = []
    var lines: [String: [Int: (name: String, span: Range<Int>)]] = [:]
    for line in source.lineSpans {
      guard let (name, span) = assignment(in: line, of: source) else { continue }
      let lowercased = name.lowercased()
      guard let part = parts.first(where: { lowercased.contains($0.word) }) else { continue }
      let key = lowercased.replacing(part.word, with: "#", maxReplacements: 1)
      if lines[key] == nil { keys.append(key) }
      lines[key, default: [:]][part.index] = (name, span)
    }
    return keys.compactMap { key in
      guard let parts = lines[key], let major = parts[0], let minor = parts[1], let patch = parts[2] else { return nil }
      let name = key.replacing("_#", with: "").replacing("#_", with: "").replacing("#", with: "")
      return Found(source: source, numbers: [major, minor, patch], name: name)
    }
  }

  private static let parts = [("major", 0), ("minor", 1), ("patch", 2), ("micro", 2), ("revision", 2)]
    .map { (word: $0.0, index: $0.1) }

  /// Returns the name before a number at the end of a line, and the place of that; nil for other lines.
  private static func assignment(in line: Range<Int>, of source: SourceText) -> (name: String, span: Range<Int>)? {
    let bytes = source.bytes
    func start(of end: Int, while isMeant: (UInt8) -> Bool) -> Int {
      var start = end
      while start > line.lowerBound, isMeant(bytes[start - 1]) { start -= 1 }
      return start
    }
    func withoutQuote(_ end: Int) -> Int {
      end > line.lowerBound && "'\"".utf8.contains(bytes[end - 1]) ? end - 1 : end
    }
    let end = withoutQuote(start(of: line.upperBound) { $0.isBlank || $0.isLineEnd || ");,".utf8.contains($0) })
    let digits = start(of: end, while: \.isDigit)
    let value = withoutQuote(digits)
    let mark = start(of: value) { $0.isBlank || "=:".utf8.contains($0) }
    let nameEnd = withoutQuote(mark)
    let name = start(of: nameEnd) { $0.isIdentifier || "-.".utf8.contains($0) }
    guard digits < end, mark < value, name < nameEnd else { return nil }
    return (source.string(at: name..<nameEnd), digits..<end)
  }
}
