import Testing

@testable import Git

@Suite("A delta")
struct DeltaTests {
  /// The numbers from 0 to 299, cut to bytes.
  private func base() throws -> ObjectBuffer {
    let base = try ObjectBuffer(.blob, length: 300)
    base.fill { for index in $0.indices { $0[index] = UInt8(truncatingIfNeeded: index) } }
    return base
  }

  private func applied(_ bytes: [UInt8]) throws -> [UInt8] {
    try Delta.applied(try .of(bytes), to: try base()).view.array
  }

  @Test("copies parts of its base and inserts bytes")
  func orders() throws {
    // Copies three bytes from the tenth on, then inserts two.
    #expect(try applied([0xAC, 0x02, 5, 0x91, 10, 3, 2, 65, 66]) == [10, 11, 12, 65, 66])
    // Copies all, by numbers of two bytes.
    #expect(try applied([0xAC, 0x02, 0xAC, 0x02, 0xB0, 0x2C, 0x01]).count == 300)
    #expect(try applied([0xAC, 0x02, 0]) == [])
    #expect(Delta.resultLength(in: [0xAC, 0x02, 0xAD, 0x02, 0x90]) == 301)
    #expect(Delta.resultLength(in: [0xAC, 0x02]) == nil)
  }

  @Test("copies 64 KiB if the size is zero")
  func largestCopy() throws {
    // "size zero is automatically converted to 0x10000" (gitformat-pack(5)).
    let base = try ObjectBuffer(.blob, length: 70_000)
    base.fill { for index in $0.indices { $0[index] = UInt8(truncatingIfNeeded: index) } }
    let copy = try Delta.applied(try .of([0xF0, 0xA2, 0x04, 0x80, 0x80, 0x04, 0x80]), to: base)
    #expect(copy.view.array == (0..<65_536).map { UInt8(truncatingIfNeeded: $0) })
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
    #expect(throws: Refusal("its delta does not match its base")) { try applied(bytes) }
  }
}

@Suite("A view of bytes")
struct ByteViewTests {
  private let view: ByteView

  init() throws { view = try ByteView.of(Array(0..<40)) }

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
  func owner() throws {
    let part = try ByteView.of(Array(repeating: 7, count: 1 << 20)).part(1000..<2000)
    #expect(part?.pointers.allSatisfy { $0 == 7 } == true)
  }

  @Test("of a file is nil for a missing file, and refused for a device or a folder")
  func files() throws {
    #expect(try MappedFile.view(of: "/none") == nil)
    for path in ["/dev/null", "/dev/zero", "/"] {
      #expect(throws: Refusal("it is not a regular file")) { try MappedFile.view(of: path) }
    }
  }

  @Test("needs memory for its length, and a commit or tag has at most 16 MiB")
  func limits() {
    #expect(throws: Refusal("its \(Int.max / 2) bytes do not fit into the available memory")) {
      try ObjectBuffer(.blob, length: .max / 2)
    }
    for kind in [ObjectKind.commit, .tag] {
      #expect(throws: Refusal("it is a \(kind) of 16777217 bytes, expected at most 16777216")) {
        try ObjectBuffer(kind, length: 16_777_217)
      }
      #expect(throws: Never.self) { try ObjectBuffer(kind, length: 16_777_216) }
    }
  }

  @Test("is copied into an object only if it fits")
  func writing() throws {
    let object = try ObjectBuffer(.blob, length: 4)
    #expect(
      !object.write(view, 0..<5, at: 0) && !object.write(view, 0..<1, at: 4) && !object.write(view, 38..<41, at: 0))
    #expect(!object.write(view, 0..<1, at: -1) && object.write(view, 0..<0, at: 4))
    #expect(object.write(view, 5..<7, at: 0) && object.write(view, 9..<11, at: 2))
    #expect(object.view.pointers.elementsEqual([5, 6, 9, 10]))
  }
}

extension ByteView {
  /// A view of a copy of `bytes`.
  static func of(_ bytes: [UInt8]) throws -> ByteView {
    let object = try ObjectBuffer(.blob, length: bytes.count)
    object.fill { $0.copyBytes(from: bytes) }
    return object.view
  }
}
