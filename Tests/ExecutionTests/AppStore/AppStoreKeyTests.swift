import Foundation
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The key of App Store Connect", .enabled(if: AppStoreServer.obstacle == nil))
struct AppStoreKeyTests {
  /// A key on P-256.
  private func pem() throws -> String {
    let server = try AppStoreServer()
    return try withExtendedLifetime(server) { try String(contentsOfFile: server.keyFile, encoding: .utf8) }
  }

  @Test("is accepted as PEM, with literal line breaks, with those of Windows, in one line, and in Base64")
  func forms() throws {
    let pem = try pem()
    for text in [
      pem, pem.replacing("\n", with: "\\n"), pem.replacing("\n", with: "\r\n"), pem.replacing("\n", with: " "),
      Base64.standard.text(of: Array(pem.utf8)), "\n\(pem)\n",
    ] {
      let key = try AppStoreKey(id: "ID", issuer: nil, text: text, variable: "ASC_KEY")
      let token = try key.token(at: 1_790_000_000, environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
      let parts = token.split(separator: ".").map { part in
        let padding = String(repeating: "=", count: (4 - part.count % 4) % 4)
        return Base64.urlSafe.bytes(of: part + padding) ?? []
      }
      try #require(parts.count == 3)
      #expect(String(decoding: parts[0], as: UTF8.self) == #"{"alg":"ES256","kid":"ID","typ":"JWT"}"#)
      #expect(
        String(decoding: parts[1], as: UTF8.self)
          == #"{"aud":"appstoreconnect-v1","exp":1790001080,"iat":1789999940,"sub":"user"}"#)
      #expect(parts[2].count == 64)
    }
  }

  @Test(
    "is refused without a network, with the variable and the reason",
    arguments: [
      ("", "it is not PEM with `-----BEGIN PRIVATE KEY-----`"),
      ("2X9R4HXF34", "it is not PEM with `-----BEGIN PRIVATE KEY-----`"),
      ("-----BEGIN PRIVATE KEY-----\nMEEC\n-----END PRIVATE KEY-----", "it is not an elliptic key on P-256"),
      // The identifier of the curve, and `garbage`.
      (
        "-----BEGIN PRIVATE KEY-----\nBggqhkjOPQMBB2dhcmJhZ2U=\n-----END PRIVATE KEY-----",
        "it is not an elliptic key on P-256"
      ),
    ])
  func refused(text: String, reason: String) throws {
    let failure = #expect(throws: Failure.self) {
      try AppStoreKey(id: "ID", issuer: nil, text: text, variable: "ASC_KEY")
    }
    #expect(failure?.firstMessage == "the key in `ASC_KEY` cannot be used for App Store Connect: \(reason)")
  }

  @Test("is not one if a byte is missing, added, or changed where the format fixes it")
  func damaged() throws {
    let pem = try pem()
    let body = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    let bytes = try #require(Base64.standard.bytes(of: body))
    #expect(DERReader.isP256Key(bytes))
    for count in bytes.indices { #expect(!DERReader.isP256Key(Array(bytes[..<count]))) }
    #expect(!DERReader.isP256Key(bytes + [0]))
    // The head up to the number, with all tags and lengths, and the versions and identifiers.
    for index in 0..<36 {
      var changed = bytes
      changed[index] ^= 0x40
      #expect(!DERReader.isP256Key(changed), "byte \(index)")
    }
  }

  /// RFC 7518, 3.4: each number has 32 bytes, while DER leaves out zeros at the start and adds one before a high bit.
  @Test("has signatures of 64 bytes, whatever the length of their numbers")
  func padding() {
    let high = [UInt8](repeating: 0xff, count: 32)
    let short: [UInt8] = [1, 2, 3]
    let der: [UInt8] = [0x30, 40, 0x02, 33, 0] + high + [0x02, 3] + short
    #expect(AppStoreKey.rawSignature(der) == high + [UInt8](repeating: 0, count: 29) + short)
    #expect(AppStoreKey.rawSignature([0x30, 6, 0x02, 1, 1, 0x02, 1]) == nil)
    #expect(AppStoreKey.rawSignature([0x30, 37, 0x02, 33, 1] + high + [0x02, 0]) == nil)
  }
}
