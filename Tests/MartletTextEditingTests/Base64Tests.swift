import Foundation
import MartletCore
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test("matches Foundation's output, and is read back", arguments: 0..<70)
  func agreement(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ count &* 57) }
    #expect(Base64.standard.text(of: bytes) == Data(bytes).base64EncodedString())
    #expect(Base64.standard.bytes(of: Base64.standard.text(of: bytes)) == bytes)
    #expect(Base64.urlSafe.bytes(of: Base64.urlSafe.text(of: bytes)) == bytes)
  }

  @Test(
    "rejects anything else", arguments: ["A", "AB", "ABC", "AB=C", "====", "A===", "AB C", "A\nBC", "é234", "AB-_"])
  func refusal(text: String) {
    #expect(Base64.standard.bytes(of: text) == nil)
  }
}
