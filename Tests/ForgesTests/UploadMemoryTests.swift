import Execution
import Foundation
import Lanes
import MartletCore
import TestSupport
import Testing

/// `scripts/peers forges` runs this in a separate process.
@Suite(
  "The memory of an upload",
  .enabled(if: ProcessInfo.processInfo.environment["MARTLET_UPLOAD_MEMORY"] != nil))
struct UploadMemoryTests {
  /// The peak memory of this process so far, in bytes; nil on systems without `/proc`.
  private static var peak: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    return status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.output.1) }.map { $0 * 1024 }
  }

  @Test("of 500 MB is at most 30 MiB", arguments: Forge.all)
  func upload(_ kind: Forge) throws {
    let size = 500_000_000
    let forge = try ForgeFixture(kind)
    let path = "\(forge.folder.path)/large.zip"
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: UInt64(size))
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    let before = try #require(Self.peak)
    let asset = try forge.client.upload(
      AssetFile(name: "large.zip", path: path, size: size), to: draft
    ).get()
    let growth = try #require(Self.peak) - before
    print(
      "peak memory of an upload of \(size) bytes to \(kind.id): \(growth / 1024) KiB over \(before / 1024) KiB")
    #expect(asset.size == size)
    #expect(growth <= 30 << 20)
  }
}
