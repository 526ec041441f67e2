import MartletCore
import MartletManifests

/// The laws of every format, tested on an example in all forms of a file.
package struct ManifestLaws {
  private let example: ManifestExample

  package init(_ example: ManifestExample) {
    self.example = example
  }

  /// Why a law does not hold, with the values that reproduce it.
  package struct Violation: Error, CustomStringConvertible {
    package let description: String
  }

  /// Sites are found, and writing their current value changes no byte.
  package func readingChangesNothing() throws {
    for source in example.variants {
      let sites = try sites(of: source)
      try require(!sites.isEmpty, "nothing is found", in: source)
      for site in sites {
        try require(try site.edits(toHold: site.value).isEmpty, "`\(site.value)` is edited to itself", in: source)
        try require(site.holds(site.value), "`\(site.value)` does not say itself", in: source)
      }
    }
  }

  /// The bytes of a site are those of its version, and a bump changes no other.
  package func bumpTouchesVersionsOnly() throws {
    for source in example.variants {
      let sites = try sites(of: source)
      for piece in sites.flatMap(\.pieces) where piece.path == source.path {
        try require(
          source.string(at: piece.span) == piece.text && source.place(at: piece.span.lowerBound) == piece.place,
          "the piece `\(piece.text)` is not where it says", in: source)
        let value = piece.spelling.value(of: piece.text)
        try require(
          piece.text.isEmpty || value.utf8.allSatisfy(\.isOfVersion), "`\(value)` is more than a version", in: source)
      }
      _ = try bumped(source, version: "98.76.54", build: "3210")
    }
  }

  /// Every written version is read back, with no other byte changed; a second edit starts from the first's result.
  package func randomEditsAreReadBack(seed: UInt64, count: Int = 40) throws {
    var random = SeededGenerator(seed: seed)
    for var source in example.variants {
      for _ in 0..<count {
        source = try bumped(source, version: Self.version(from: &random), build: String(random.next() % 1_000_000))
      }
    }
  }

  /// No truncated or broken text crashes the program or has places outside the file.
  package func hostileInputIsSurvived(seed: UInt64, count: Int = 200) throws {
    for source in example.variants {
      for end in source.bytes.indices { try survive(Array(source.bytes[..<end])) }
      var random = SeededGenerator(seed: seed)
      for _ in 0..<count {
        var bytes = source.bytes
        for _ in 0...Int.random(in: 0..<4, using: &random) {
          let index = Int.random(in: bytes.indices, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
          case 1: bytes.insert(Self.signs.randomElement(using: &random) ?? 0, at: index)
          default: bytes[index] = Self.signs.randomElement(using: &random) ?? 0
          }
        }
        try survive(bytes)
      }
    }
  }

  private static let signs = Array("\"'\\{}[]()<>:=-#/*&!|,.\n\r\t $`@?".utf8)

  private func survive(_ bytes: [UInt8]) throws {
    let source = SourceText(path: example.manifest.path, bytes: bytes)
    do {
      for site in try sites(of: source) {
        for piece in site.pieces where piece.path == source.path {
          try require(
            piece.span.lowerBound >= 0 && piece.span.upperBound <= bytes.count, "a piece lies outside", in: source)
        }
      }
    } catch let error as ManifestError {
      try require(!error.diagnostics.isEmpty, "an error says nothing", in: source)
    }
  }

  private func sites(of source: SourceText) throws -> [VersionSite] {
    try example.manifest.versionSites(in: example.files(with: source))
  }

  /// The text with the new version or build number in every site, checked against the expected bytes.
  private func bumped(_ source: SourceText, version: String, build: String) throws -> SourceText {
    let before = try sites(of: source)
    var edits: [TextEdit] = []
    for site in before {
      let text = text(for: site, version: version, build: build)
      edits += try site.edits(toHold: text)[source.path] ?? []
    }
    let result = try source.applying(edits)
    let after = try sites(of: result)
    try require(after.count == before.count, "\(version) leaves \(after.count) of \(before.count) sites", in: source)
    for (old, new) in zip(before, after) {
      let text = text(for: old, version: version, build: build)
      try require(new.holds(text), "`\(text)` is read back as `\(new.value)`", in: source)
      try require(
        (old.kind, old.label, old.audience) == (new.kind, new.label, new.audience), "\(old.label) became \(new.label)",
        in: source)
    }
    return result
  }

  /// The version, limited to the components of the site.
  private func text(for site: VersionSite, version: String, build: String) -> String {
    guard site.kind == .version else { return build }
    if (try? site.edits(toHold: version)) != nil { return version }
    let room = site.pieces.count { if case .component = $0.part { true } else { false } }
    return version.prefix { $0 != "-" && $0 != "+" }.split(separator: ".").prefix(room).joined(separator: ".")
  }

  /// One to three numbers, sometimes with a pre-release.
  private static func version(from random: inout SeededGenerator) -> String {
    let numbers = (0..<Int.random(in: 1...3, using: &random)).map { _ in String(random.next() % 1_200) }
    let suffix = ["", "", "-beta.1", "-rc.10", "-alpha-x.2", "-0"].randomElement(using: &random) ?? ""
    return numbers.joined(separator: ".") + suffix
  }

  private func require(_ condition: Bool, _ problem: String, in source: SourceText) throws {
    guard !condition else { return }
    throw Violation(description: "\(example): \(problem),\n\(source.string(at: 0..<source.bytes.count))")
  }
}

extension UInt8 {
  fileprivate var isOfVersion: Bool { isLetter || isDigit || ".-+".utf8.contains(self) }
}
