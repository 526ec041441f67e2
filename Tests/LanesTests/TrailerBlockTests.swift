import Testing

@testable import Lanes

@Suite("A block of trailers")
struct TrailerBlockTests {
  @Test(
    "is the last paragraph if it has only trailers and is not the first",
    arguments: [
      ("Cool 1.5.0\n\nRelease-Plan: x", "x"),
      ("Cool 1.5.0\n\nSigned-off-by: A. Dev <a@b.c>\nrelease-plan:x  \n\n\n", "x"),
      ("Cool 1.5.0\r\n\r\nRelease-Plan: x\r\n", "x"),
      ("Cool 1.5.0\n \t\nRelease-Plan : x", "x"),
      ("Cool 1.5.0\n\nRelease-Plan: x\n  y\n\tz", "x y z"),
      ("Cool 1.5.0\n\nRelease-Plan: x\nRelease-Plan: y", "x"),
      ("Cool 1.5.0\n\nRelease-Plan:", ""),
      ("Cool\n\nNotes: many\n\nAnd more.\n\nRelease-Plan: x", "x"),
      ("Release-Plan: x", nil), ("\n\nRelease-Plan: x", nil), ("Cool\nRelease-Plan: x", nil),
      ("Cool\n\nRelease-Plan: x\n\nAnd more.", nil), ("Cool\n\nAnd more.\nRelease-Plan: x", nil),
      ("Cool\n\n Release-Plan: x", nil), ("Cool\n\nRelease Plan: x", nil), ("Cool\n\n: x", nil), ("", nil),
      ("\n", nil), ("Cool\n\nRelease-Planx: x", nil),
    ] as [(String, String?)])
  func reading(message: String, value: String?) {
    #expect(TrailerBlock(of: message.utf8).value(of: "Release-Plan") == value)
  }

  @Test("is read from bytes that are not text")
  func bytes() {
    let message = Array("Caf\u{e9}".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) + Array("\n\nA: b".utf8)
    #expect(TrailerBlock(of: message).value(of: "a") == "b")
    #expect(TrailerBlock(of: [0xff, 0x0a, 0x0a, 0xff, 0x3a]).isEmpty)
  }

  @Test(
    "gets one more trailer, and is created if there is none",
    arguments: [
      ("Cool 1.5.0", "Cool 1.5.0\n\nA: b\n"), ("Cool 1.5.0\n\n", "Cool 1.5.0\n\nA: b\n"),
      ("Cool\n\nSigned-off-by: A. Dev\n", "Cool\n\nSigned-off-by: A. Dev\nA: b\n"),
      ("Cool\n\nSigned-off-by: A. Dev\nand more", "Cool\n\nSigned-off-by: A. Dev\nand more\n\nA: b\n"),
      ("Fixes: all", "Fixes: all\n\nA: b\n"),
    ])
  func adding(message: String, result: String) {
    #expect(TrailerBlock.adding("A", "b", to: message) == result)
    #expect(TrailerBlock(of: result.utf8).value(of: "A") == "b")
  }
}
