import MartletCore
import MartletManifests
import TestSupport
import Testing

/// The laws of every manifest that is edited in place, in any format.
struct XcodeManifestLaws {
  let manifest: any Manifest
  let sources: [SourceText]

  init(_ manifest: any Manifest, _ sources: [SourceText]) {
    self.manifest = manifest
    self.sources = sources
  }

  init(_ manifest: any Manifest, _ texts: KeyValuePairs<RelativePath, String>) {
    self.init(manifest, texts.map { SourceText(path: $0.key, text: $0.value) })
  }

  func sites() throws -> [VersionSite] { try manifest.versionSites(in: MemoryFiles(sources)) }

  /// The files after every site was set to the result of `text`.
  func bumped(_ text: (VersionSite) -> String) throws -> XcodeManifestLaws {
    var edits: [RelativePath: [TextEdit]] = [:]
    for site in try sites() { edits.merge(try site.edits(toHold: text(site))) { $0 + $1 } }
    return XcodeManifestLaws(manifest, try sources.map { try $0.applying(edits[$0.path] ?? []) })
  }

  /// An edit to the current value changes nothing, and every written value is read back, while all bytes outside the
  /// pieces stay.
  func check(seed: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try bumped(\.value).sources == sources, sourceLocation: sourceLocation)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let numbers = (0..<3).map { _ in UInt16.random(in: 0...999, using: &random) }
      let version = numbers.map(String.init).joined(separator: ".")
      let build = String(numbers[0])
      let expected = { (site: VersionSite) in site.kind == .version ? version : build }
      let after = try bumped(expected)
      let sites = try after.sites()
      #expect(sites.map(\.value) == sites.map(expected), "seed \(seed)", sourceLocation: sourceLocation)
      #expect(try rest() == after.rest(), "seed \(seed)", sourceLocation: sourceLocation)
    }
  }

  /// Every file without the bytes of the sites' pieces.
  private func rest() throws -> [[UInt8]] {
    let pieces = try sites().flatMap(\.pieces)
    return try sources.map { source in
      let cuts = pieces.filter { $0.path == source.path }.map { TextEdit($0.span, expected: $0.text, replacement: "") }
      return try source.applying(cuts).bytes
    }
  }

  /// The manifest is read without a crash if its first file is truncated anywhere, or some of its bytes are changed.
  ///
  /// - Parameter stride: The distance of the cuts in bytes.
  func survive(seed: UInt64 = 1, stride: Int = 1) {
    guard let first = sources.first else { return }
    func read(_ bytes: [UInt8]) {
      let changed = SourceText(path: first.path, bytes: bytes)
      let files = MemoryFiles([changed] + sources.dropFirst())
      guard case .success(let sites) = Result(catching: { try manifest.versionSites(in: files) }) else { return }
      for site in sites {
        for piece in site.pieces where piece.path == first.path {
          #expect(piece.span.upperBound <= bytes.count, "seed \(seed)")
        }
      }
    }
    for length in Swift.stride(from: 0, through: first.bytes.count, by: stride) { read(Array(first.bytes[..<length])) }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes = first.bytes
      for _ in 0..<4 { bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random) }
      read(bytes)
    }
  }
}

extension VersionSite {
  /// Kind, role, value, label and place in one line.
  var summary: String {
    let parts = pieces.map { "\($0.path):\($0.place.line)" }
    return "\(kind) \(role) \(value) [\(label)] \(parts.joined(separator: " "))"
  }
}

extension XcodeManifestLaws {
  /// The sites of a project of `settings` in a folder, with the files `others`.
  static func of(
    _ settings: XcodeFixture.Settings = XcodeFixture.Settings(), _ others: (RelativePath, String)...,
    targets: [String]? = nil
  ) -> XcodeManifestLaws {
    let files = [("ios/CoolApp.xcodeproj/project.pbxproj", XcodeFixture.project(settings))] + others
    return XcodeManifestLaws(
      XcodeprojManifest(path: "ios/CoolApp.xcodeproj", targets: targets),
      files.map { SourceText(path: $0.0, text: $0.1) })
  }

  /// The sites, one per line: role, value and label.
  func roles() throws -> [String] { try sites().map { "\($0.role) \($0.value) [\($0.label)]" } }
}
