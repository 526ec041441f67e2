import MartletCore
import Testing

/// The digest of build settings, and of the parts of an upload to Apple.
@Suite("An MD5")
struct MD5Tests {
  @Test(
    "is that of the test suite of RFC 1321, A.5",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func standard(text: String, digest: String) {
    #expect(MD5.hex(of: Array(text.utf8)) == digest)
  }

  @Test(
    "of a text at the end of a block is that of md5sum, also when it is appended in pieces",
    arguments: [
      (55, "ef1772b6dff9a122358552954ad0df65"),
      (56, "3b0c8ac703f828b04c6c197006d17218"),
      (63, "b06521f39153d618550606be297466d5"),
      (64, "014842d480b571495a4a0363793f7367"),
      (119, "8a7bd0732ed6a28ce75f6dabc90e1613"),
      (120, "5f61c0ccad4cac44c75ff505e1f1e537"),
    ])
  func padding(length: Int, digest: String) {
    #expect(MD5.hex(of: [UInt8](repeating: UInt8(ascii: "a"), count: length)) == digest)
    var pieces = MD5()
    for _ in 0..<length { pieces.append([UInt8(ascii: "a")]) }
    #expect(pieces.hex() == digest)
  }
}
