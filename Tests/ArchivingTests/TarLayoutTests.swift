import Foundation
import MartletCore
import TestSupport
import Testing

@testable import Archiving

@Suite("The layout of a tar archive")
struct TarLayoutTests {
  private let stamp = ArchiveStamp(commit: .first, time: 1_767_225_660)

  private func entry(_ path: String, _ kind: ArchiveEntry.Kind = .file(isExecutable: false)) throws -> ArchiveEntry {
    ArchiveEntry(path: Array(path.utf8), kind: kind, id: .first)
  }

  @Test("ends in whole blocks of ten kilobytes, with at least two empty records")
  func end() {
    #expect(TarLayout.endLength(after: 0) == 10240)
    #expect(TarLayout.endLength(after: 512) == 9728)
    #expect(TarLayout.endLength(after: 9216) == 1024)
    #expect(TarLayout.endLength(after: 9728) == 512 + 10240)
    #expect(TarLayout.endLength(after: 10240) == 10240)
  }

  @Test("stores a size over 8 GiB in a pax header, which tar programs read")
  func largeFile() throws {
    let layout = TarLayout(stamp)
    let size: UInt64 = 9 << 30
    var bytes = layout.beginning
    layout.appendHeader(of: try entry("large"), size: size, to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("19 size=9663676416\n"))
    #expect(text.contains("52 comment=1111111111111111111111111111111111111111\n"))
    // A value that fits is in the usual field.
    var small: [UInt8] = []
    layout.appendHeader(of: try entry("large"), size: 8 << 30 - 1, to: &small)
    #expect(small.count == 512)
    // A sparse file replaces the contents.
    let folder = try TemporaryFolder()
    try folder.write("large.tar", bytes)
    let tar = try #require(ReferenceProgram("tar"), "no tar")
    let handle = try #require(FileHandle(forUpdatingAtPath: "\(folder.path)/large.tar"))
    try handle.truncate(
      atOffset: UInt64(bytes.count) + size + UInt64(TarLayout.endLength(after: UInt64(bytes.count) + size)))
    try handle.close()
    let listed = try tar.run(["-tvf", "large.tar"], in: folder)
    #expect(listed.status == 0)
    #expect(listed.output.contains("9663676416"))
  }

  @Test("stores a time after the year 2242 once for all entries")
  func lateTime() {
    let late = TarLayout(ArchiveStamp(commit: nil, time: 1 << 36))
    #expect(String(decoding: late.beginning, as: UTF8.self).contains("21 mtime=68719476736\n"))
    #expect(TarLayout(ArchiveStamp(commit: nil, time: 1)).beginning == [])
  }
}
