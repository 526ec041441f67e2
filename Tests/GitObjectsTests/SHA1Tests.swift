import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("The digest of objects")
struct SHA1Tests {
  @Test("is that of the standard's examples")
  func examples() {
    #expect(hex("", "abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhi", "jkijkljklmklmnlmnomnopnopq") == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(hex("", "") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
  }

  @Test("is git's, at any length", arguments: [0, 1, 47, 48, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 1000])
  func lengths(length: Int) throws {
    let sandbox = try GitSandbox()
    let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(33 + $0 % 90))) })
    try sandbox.write("a", text)
    #expect(try hex("blob \(length)\0", text) == sandbox.git("hash-object", "a"))
  }

  private func hex(_ head: String, _ text: String) -> String? {
    ObjectID(in: SHA1.digest(of: Array(head.utf8), ByteView(Array(text.utf8))), at: 0, byteCount: 20)?.hex
  }
}
