import Testing

@testable import GitObjects

@Suite("A delta")
struct DeltaTests {
  /// The numbers from 0 to 299, cut to bytes.
  private func base() -> ObjectBuffer {
    let base = ObjectBuffer(.blob, length: 300)
    base.fill { for index in $0.indices { $0[index] = UInt8(truncatingIfNeeded: index) } }
    return base
  }

  private func applied(_ bytes: [UInt8]) -> [UInt8]? {
    Delta.applied(.of(bytes), to: base()).map { Array($0.view.pointers) }
  }

  @Test("copies parts of its base and inserts bytes")
  func orders() {
    // Copies three bytes from the tenth on, then inserts two.
    #expect(applied([0xAC, 0x02, 5, 0x91, 10, 3, 2, 65, 66]) == [10, 11, 12, 65, 66])
    // Copies all, by numbers of two bytes.
    #expect(applied([0xAC, 0x02, 0xAC, 0x02, 0xB0, 0x2C, 0x01])?.count == 300)
    #expect(applied([0xAC, 0x02, 0]) == [])
  }

  @Test(
    "is invalid if it does not match its base or is inconsistent",
    arguments: [
      [], [0xAC], [0xAC, 0x02], [0xAC, 0x02, 5], [0xAB, 0x02, 5, 0x91, 10, 3, 2, 65, 66],
      [0xAC, 0x02, 5, 0x91, 10, 6], [0xAC, 0x02, 5, 0x91, 255, 5, 0], [0xAC, 0x02, 1, 0x9F, 255, 255, 255, 255, 1],
      [0xAC, 0x02, 5, 5, 1, 2], [0xAC, 0x02, 1, 0], [0xAC, 0x02, 3, 0x91, 10, 4], [0xAC, 0x02, 3, 0xB0, 0x2C, 0x01],
      [0xAC, 0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0xAC, 0x02] + [UInt8](repeating: 0xFF, count: 12),
    ] as [[UInt8]])
  func wrong(bytes: [UInt8]) {
    #expect(applied(bytes) == nil)
  }
}

@Suite("A view of bytes")
struct ByteViewTests {
  private let view = ByteView.of(Array(0..<40))

  @Test("has no bytes beyond its ends")
  func ends() throws {
    #expect([-1, 0, 39, 40, .max, .min].map(view.byte) == [nil, 0, 39, nil, nil, nil])
    #expect([-1, 0, 36, 37, .max].map(view.word) == [nil, 0x0001_0203, 0x2425_2627, nil, nil])
    #expect([-1, 0, 20, 21].map { view.objectID(at: $0)?.firstByte } == [nil, 0, 20, nil])
    #expect(view.part(0..<41) == nil && view.part(-1..<4) == nil)
    let part = try #require(view.part(10..<20))
    #expect(part.count == 10 && part.byte(at: 0) == 10 && part.byte(at: 10) == nil && part.word(at: 7) == nil)
    #expect(view.part(40..<40)?.count == 0)
  }

  @Test("stays valid after its source is gone")
  func owner() {
    let part = ByteView.of(Array(repeating: 7, count: 1 << 20)).part(1000..<2000)
    #expect(part?.pointers.allSatisfy { $0 == 7 } == true)
  }

  @Test("of a file is nil for a missing file, an empty one or a folder")
  func files() {
    for path in ["/none", "/dev/null", "/"] { #expect(MappedFile.view(of: path) == nil) }
  }

  @Test("is copied into an object only if it fits")
  func writing() {
    let object = ObjectBuffer(.blob, length: 4)
    #expect(
      !object.write(view, 0..<5, at: 0) && !object.write(view, 0..<1, at: 4) && !object.write(view, 38..<41, at: 0))
    #expect(!object.write(view, 0..<1, at: -1) && object.write(view, 0..<0, at: 4))
    #expect(object.write(view, 5..<7, at: 0) && object.write(view, 9..<11, at: 2))
    #expect(object.view.pointers.elementsEqual([5, 6, 9, 10]))
  }
}

extension ByteView {
  /// A view of a copy of `bytes`.
  static func of(_ bytes: [UInt8]) -> ByteView {
    let object = ObjectBuffer(.blob, length: bytes.count)
    object.fill { $0.copyBytes(from: bytes) }
    return object.view
  }
}
