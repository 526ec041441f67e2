import TestSupport
import Testing

@testable import MartletCore

@Suite("Binary property lists")
struct BinaryPropertyListTests {
  /// A list with these objects; references and offsets have one byte.
  private func list(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    let offsets = objects.map { object -> UInt8 in
      defer { bytes += object }
      return UInt8(bytes.count)
    }
    let table = UInt8(bytes.count)
    let numbers = [UInt8(objects.count), top, table].flatMap { number -> [UInt8] in [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + numbers
  }

  @Test("all kinds of values are read")
  func values() {
    let text: [UInt8] = [0x53] + Array("Key".utf8)
    let value = BinaryPropertyList.value(
      of: list([
        [0xd1, 1, 2], text, [0xa6, 3, 4, 5, 6, 7, 8], [0x09], [0x11, 1, 2], [0x62, 0x27, 0x13, 0, 0x41],
        [0x23, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0], [0x33, 0, 0, 0, 0, 0, 0, 0, 0], [0x42, 1, 2],
      ]))
    let contents = value?["Key"]?.elements.map(\.content)
    #expect(
      contents == [
        .word("true"), .word("258"), .text("✓A"), .real("1.5"), .word("2001-01-01T00:00:00Z"), .data("AQI="),
      ])
  }

  @Test(
    "a list that contains itself, is cut off or points outside is refused",
    arguments: [
      [[0xa1, 0]], [[0xd1, 0, 0]], [[0xa1, 9]], [[0x5f, 0x13, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
      [[0x14]],
      [[0xaf, 0x12, 0x7f, 0xff, 0xff, 0xff]], [[0x6f, 0x10, 200]], [[0xf0]],
    ] as [[[UInt8]]])
  func hostile(objects: [[UInt8]]) {
    #expect(BinaryPropertyList.value(of: list(objects)) == nil)
    let whole = list(objects)
    for count in 0..<whole.count { #expect(BinaryPropertyList.value(of: Array(whole.prefix(count))) == nil) }
  }

  @Test("shared objects that multiply are refused before they fill the memory")
  func multiplied() {
    let levels = (0..<20).map { level -> [UInt8] in [0xa8] + [UInt8](repeating: UInt8(level + 1), count: 8) }
    #expect(BinaryPropertyList.value(of: list(levels + [[0x09]])) == nil)
  }

  @Test("a long text that many elements share is refused, too", arguments: [(1000, true), (1200, false)])
  func longText(count: Int, isRead: Bool) {
    // A list of references of one byte, and a text of 60,000 bytes; offsets have two bytes.
    let elements = [0xaf, 0x11, UInt8(count >> 8), UInt8(count & 255)] + [UInt8](repeating: 1, count: count)
    let text = [0x5f, 0x11, 0xea, 0x60] + [UInt8](repeating: 0x41, count: 60_000)
    let bytes = Array("bplist00".utf8) + elements + text
    let offsets = [8, 8 + elements.count].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let table = (0..<8).reversed().map { UInt8(bytes.count >> (8 * $0) & 255) }
    // The sizes of an offset and of a reference, two objects, the first of them at the top.
    let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 2, 1] + [0, 0, 0, 0, 0, 0, 0, 2] + [0, 0, 0, 0, 0, 0, 0, 0]
    let value = BinaryPropertyList.value(of: bytes + offsets + trailer + table)
    #expect((value != nil) == isRead)
  }
}
