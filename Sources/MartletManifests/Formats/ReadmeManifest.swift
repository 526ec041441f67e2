import MartletCore

/// A text with install snippets of this package, such as `README.md`.
///
/// It finds, only for the given repositories and pods: `.package(url: U, from: "x")` with `exact:`,
/// `.upToNextMajor(from:)` and the like; `pod 'N', '~> x'`; `n: ^x`; `github "owner/name" ~> x`; `owner/name@x` of Mint and
/// mise; links to the latest release, and badges; a line such as `## Current version x`. A range (`"1.4.0"..<"2.0.0"`),
/// a branch or a revision is not changed. A requirement of one or two numbers keeps their count. No site is ever raised
/// to a pre-release (`Audience.dependents`).
package struct ReadmeManifest: Manifest {
  package static let keyword = "readme"
  package let path: RelativePath
  private let repositories: Set<RepositoryAddress>
  private let pods: Set<String>
  private let products: [String]

  /// - Parameters:
  ///   - repositories: The addresses that the package is fetched from, in any spelling.
  ///   - pods: The names of its pods; of a subspec (`CoolKit/Core`) only the first part is compared.
  ///   - products: The names of the package.
  package init(path: RelativePath, repositories: [String], pods: [String] = [], products: [String] = []) {
    self.products = products
    self.path = path
    self.repositories = Set(repositories.compactMap { RepositoryAddress($0) })
    self.pods = Set(pods)
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    let found = InstallSnippets(source, of: repositories, pods: pods, products: products).all
    var spans: Set<Range<Int>> = []
    let snippets = found.sorted { $0.span.lowerBound < $1.span.lowerBound }.filter { spans.insert($0.span).inserted }
    return snippets.map { snippet in
      let numbers = source.bytes[snippet.span].split(separator: UInt8(ascii: "."))
      let isShort = !snippet.isExact && numbers.count < 3 && numbers.allSatisfy { $0.allSatisfy(\.isDigit) }
      let piece = VersionSite.Piece(isShort ? .leading(numbers.count) : .whole, at: snippet.span, of: source)
      return VersionSite(
        .version,
        role: snippet.label == "link" && isHalf(snippet.span, of: source, besides: spans) ? .independent : .copy,
        audience: .dependents, value: piece.text, label: snippet.label, pieces: [piece])
    }
  }

  /// Whether the line of an address has the version again, in a place that is none: half of the address would be raised.
  private func isHalf(_ span: Range<Int>, of source: SourceText, besides found: Set<Range<Int>>) -> Bool {
    let bytes = source.bytes
    var index = bytes.index(before: span.lowerBound) { !$0.isLineEnd }
    let end = bytes.index(after: span.upperBound) { !$0.isLineEnd }
    let text = source.string(at: span)
    while let next = bytes[..<end].firstIndex(of: text, from: index) {
      guard found.contains(next..<next + span.count) else { return true }
      index = next + span.count
    }
    return false
  }
}
