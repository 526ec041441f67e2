@testable import Archiving
@testable import Execution
@testable import Lanes
@testable import MartletCore

/// `app`: apps for upload, which are zip or xar archives, and property lists. Contents have the size that their directory states.
struct AppTarget: FuzzTarget {
  static let name = "app"

  func check(_ input: Input) throws {
    if let archive = try? ZipReader(input.bytes) {
      for entry in archive.entries.prefix(50) {
        guard let contents = try? archive.contents(of: entry, limit: 1 << 20) else { continue }
        try require(
          contents.count == entry.size, "`\(entry.path)` has \(contents.count) bytes, stated are \(entry.size)")
      }
    }
    if let archive = try? XarReader(input.bytes) {
      for entry in archive.entries.prefix(50) {
        guard let contents = try? archive.contents(of: entry, limit: 1 << 20) else { continue }
        try require(
          contents.count == entry.size, "`\(entry.path)` has \(contents.count) bytes, stated are \(entry.size)")
      }
    }
    _ = BinaryPropertyList.value(of: input.bytes)
    for name in ["App.ipa", "App.pkg"] {
      guard let package = try? AppPackageReader.package(in: input.bytes, named: name) else { continue }
      _ = package.problems(in: name, bundleID: "a.b", version: "1", number: "1", platform: .iOS, now: 0)
    }
  }
}
