import MartletCore

/// A file of assignments: `KEY=x` and `export KEY="x"` for shells, `KEY = x`, `KEY := x` and `KEY ?= x` for make.
///
/// A value with a reference (`$(shell git describe)`, `${BASE}.1`) is not changed. Every literal that is
/// assigned to the key is a site. A line that begins with a tab is a make recipe, not an assignment.
package struct EnvManifest: Manifest {
  package static let keyword = "env"
  package let path: RelativePath
  private let key: String
  private let buildKey: String?

  /// - Parameter buildKey: The key of the build number; nil: the file has none.
  package init(path: RelativePath, key: String = "VERSION", buildKey: String? = nil) {
    self.path = path
    self.key = key
    self.buildKey = buildKey
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    let assignments = source.lineSpans.compactMap { EnvAssignment(of: source.bytes, line: $0) }
    for wanted in [key] + (buildKey.map { [$0] } ?? []) where !assignments.contains(where: { $0.key == wanted }) {
      throw ManifestError.notFound(path, what: "key", name: wanted, known: assignments.map(\.key))
    }
    return assignments.compactMap { assignment in
      guard assignment.key == key || assignment.key == buildKey,
        !source.bytes[assignment.value].contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "`") })
      else { return nil }
      return VersionSite(
        assignment.key == key ? .version : .build, label: assignment.key, at: assignment.value, of: source)
    }
  }
}

/// One assignment of a shell or make file.
private struct EnvAssignment {
  let key: String
  /// The value without its quotes, blanks and comment; never empty.
  let value: Range<Int>

  init?(of bytes: [UInt8], line: Range<Int>) {
    let line = bytes[line]
    var start = line.index(after: line.startIndex) { $0 == .space }
    for word in ["export ", "override "] where line.has(word, at: start) {
      start = line.index(after: start + word.utf8.count, while: \.isBlank)
    }
    let keyEnd = line.index(after: start, while: \.isIdentifier)
    guard keyEnd > start, !line[start].isDigit else { return nil }
    var index = line.index(after: keyEnd, while: \.isBlank)
    if let mark = line.byte(at: index), mark == UInt8(ascii: "?") || mark == UInt8(ascii: ":") {
      index = line.index(after: index) { $0 == mark }
    }
    guard line.byte(at: index) == UInt8(ascii: "=") else { return nil }
    index = line.index(after: index + 1, while: \.isBlank)
    guard let first = line.byte(at: index) else { return nil }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      let end = line.index(after: index + 1) { $0 != first }
      guard end < line.endIndex, end > index + 1 else { return nil }
      value = index + 1..<end
    } else {
      value = bytes.trimmingBlanks(index..<line.index(after: index) { $0 != UInt8(ascii: "#") })
      guard !value.isEmpty else { return nil }
    }
    key = String(decoding: line[start..<keyEnd], as: UTF8.self)
  }
}
