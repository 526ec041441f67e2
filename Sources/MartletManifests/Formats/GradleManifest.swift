import MartletCore

/// A build script of an Android app, in Groovy or Kotlin: `versionName "1.4.2"` and `versionCode = 7`.
///
/// A computed value is not a place. Google Play compares `versionCode` as an integer, which has nothing to do with Apple's build
/// number; so it is raised with that only while both are equal.
package struct GradleManifest: Manifest {
  package static let keyword = "gradle"
  static let code = "versionCode"
  package let path: RelativePath
  private let kinds: Set<VersionSite.Kind>

  package init(path: RelativePath, kinds: Set<VersionSite.Kind> = [.version, .build]) {
    self.path = path
    self.kinds = kinds
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    return source.lineSpans.compactMap { Self.site(in: $0, of: source) }.filter { kinds.contains($0.kind) }
  }

  private static func site(in line: Range<Int>, of source: SourceText) -> VersionSite? {
    let bytes = source.bytes
    let start = bytes.index(after: line.lowerBound) { $0.isBlank }
    let end = bytes.index(after: start) { $0.isIdentifier }
    let name = source.string(at: start..<end)
    let value = bytes.index(after: end) { $0.isBlank || "=(".utf8.contains($0) }
    guard value > end, value < line.upperBound else { return nil }
    switch name {
    case code:
      let last = bytes.index(after: value) { $0.isDigit }
      guard last > value, last == bytes.index(after: value, while: Self.isPart) else { return nil }
      return VersionSite(.build, role: .copy, label: name, at: value..<last, of: source)
    case "versionName":
      let quote = bytes[value]
      guard "'\"".utf8.contains(quote) else { return nil }
      let last = bytes.index(after: value + 1) { $0 != quote && !$0.isLineEnd && $0 != UInt8(ascii: "$") }
      guard bytes.byte(at: last) == quote else { return nil }
      return VersionSite(.version, role: .copy, label: name, at: value + 1..<last, of: source)
    default: return nil
    }
  }

  private static func isPart(_ byte: UInt8) -> Bool { byte.isIdentifier || byte == UInt8(ascii: ".") }

  /// Whether a file of this name is a build script.
  static func isScript(_ name: String) -> Bool { name == "build.gradle" || name == "build.gradle.kts" }
}
