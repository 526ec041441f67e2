@testable import MartletCore
@testable import MartletManifests
@testable import TestSupport

/// `binary-target`: the addresses and checksums of binary targets in a Package.swift. What is written is read back, and all other
/// targets keep theirs.
struct BinaryTargetTarget: FuzzTarget {
  static let name = "binary-target"

  private static let url = "https://archives.example/Core.zip"
  private static let checksum = String(repeating: "a", count: 64)

  func check(_ input: Input) throws {
    guard let files = InputFiles(input.bytes, main: "Package.swift"), let source = files.source(at: "Package.swift")
    else { return }
    let package = PackageDescription(source)
    for target in Set(package.binaryTargetNames) { try check(target, of: package, files) }
  }

  private func check(_ target: String, of package: PackageDescription, _ files: InputFiles) throws {
    let (edits, after): ([TextEdit], PackageDescription)
    do {
      edits = try package.edits(ofBinaryTarget: target, url: Self.url, checksum: Self.checksum)
      after = PackageDescription(try package.source.applying(edits))
    } catch let error as any ExplainedError {
      return try Explanation.check(error, about: files)
    }
    try require(edits.count <= 2, "\(edits.count) edits")
    try require(after.binaryTargetNames == package.binaryTargetNames, "\(after.binaryTargetNames) after an edit")
    let sites = try after.binaryTarget(named: target)
    try require(sites.url.value == Self.url, "the address is read as `\(sites.url.value)`")
    try require(sites.checksum.value == Self.checksum, "the checksum is read as `\(sites.checksum.value)`")
    for other in Set(package.binaryTargetNames) where other != target {
      let (old, new) = (try? package.binaryTarget(named: other), try? after.binaryTarget(named: other))
      try require(
        old?.url.value == new?.url.value && old?.checksum.value == new?.checksum.value, "`\(other)` was changed, too")
    }
  }
}
