import MartletCore
import TestSupport
import Testing

@testable import Archiving

@Suite("The layout of a zip archive")
struct ZipLayoutTests {
  private let layout = ZipLayout(ArchiveStamp(commit: .first, time: 1_767_225_660))

  private func entry() throws -> ArchiveEntry {
    ArchiveEntry(
      path: Array("large".utf8), kind: .file(isExecutable: false), id: .first)
  }

  /// archive-zip.c, `write_zip_trailer`.
  @Test("ends in the zip64 record from 65,536 entries on", arguments: [(65_535, false), (65_536, true)])
  func end(count: Int, isLarge: Bool) throws {
    var directory = ZipDirectory(layout)
    let line = try layout.line(of: entry(), size: 0)
    for _ in 0..<count { directory.append(line, start: 0) }
    let end = directory.end(after: 0)
    // The record of zip64 begins with `PK`, 6, 6 (APPNOTE 4.3.14).
    #expect((end.firstIndex(of: "PK\u{6}\u{6}", from: 0) != nil) == isLarge)
  }

  /// archive-zip.c, `write_zip_entry`.
  @Test(
    "requires zip64 from the first size that exceeds 32 bits",
    arguments: [(0xffff_fffe, false), (0xffff_ffff, false), (0x1_0000_0000, true), (0x1_0000_0001, true)])
  func whole(size: UInt64, isLarge: Bool) throws {
    #expect(try (layout.line(of: entry(), size: size).versionNeeded == 45) == isLarge)
  }

  @Test(
    "requires it from half of that size if the compressed size is still unknown",
    arguments: [(0x7fff_fffe, false), (0x7fff_ffff, false), (0x8000_0000, true), (0x1_0000_0000, true)])
  func streamed(size: UInt64, isLarge: Bool) throws {
    #expect(try (layout.streamedLine(of: entry(), size: size).versionNeeded == 45) == isLarge)
  }

  @Test(
    "writes 64-bit sizes in the header of such an entry, and of no other", arguments: [0xffff_ffff, 0x1_0000_0000])
  func header(size: UInt64) throws {
    var bytes: [UInt8] = []
    layout.appendHeader(try layout.line(of: entry(), size: size), to: &bytes)
    // The fixed part, the name, the time; then 20 bytes for the two sizes.
    #expect(bytes.count == 30 + 5 + 9 + (size > 0xffff_ffff ? 20 : 0))
  }
}
