import Foundation
import TestSupport
import Testing

@testable import MartletCore

@Suite("A content digest")
struct ContentDigestTests {
  @Test(
    "is the SHA-256 of NIST's examples for FIPS 180",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
      (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func vectors(text: String, hex: String) {
    #expect(ContentDigest(of: Array(text.utf8)).hex == hex)
  }

  /// The bytes are those of the generator with the length as its seed; the digests are from GNU `sha256sum`.
  @Test(
    "agrees with sha256sum on random bytes, with lengths around the end of a block",
    arguments: [
      (1, "d1bbd73bb09190bfb883056771e22e997541ed20079793bf33975fe1654581c3"),
      (54, "09b10c7d098611d434fca9db04f89e244a3a656560e04e0e3f972af83394a198"),
      (55, "c3dfca29050b6b44cd04837ce01fe61342c22ebb8191b3e37e34d3a6f243853e"),
      (56, "908a2c53370f5dcc201936db38d3cc2d5e3c1ec4c3dda79ee99835bb22b53b09"),
      (57, "efc470b8a21e4d3c8aab6d03c5e92f61690c6adcae1eb5a7414460b2fc46b692"),
      (63, "ac37540b341b5b51c1615f2054508800141ce8d85dfa715231bd26efbdfa9c2f"),
      (64, "4db3a4e21870ba21c2d3c85e1d48a58a837aec29253c877657498d81e8fe9e48"),
      (65, "c594355e7ea5d207e56e2575e6fe735aa6403850e9637bfc6fc5ae49d7ec1b33"),
      (119, "09c4773463602b19fff0ff1225e78439fed367afe5151f4cbc9bbb53ae022d95"),
      (120, "11a7f5b00de920234eb4df4a2cc94419dce0b5bf9cbb4efc97929bab36c00073"),
      (127, "f0c3ff18198533bd9e67e638f6f318432a0b7e9216271c1929f705e043e7c3bc"),
      (128, "a4d0681014a23c0468f007f916aeaae48a4f6e01ef75f1a5de7b121ae60a59e6"),
      (129, "af8d0817ff0e339a2673d32e064a23ebbf8f4b7d1ad2f29e4696911b162496eb"),
      (1000, "73758d713a3c428e57aed6b69c63a97efc360d1523db331dad4e83ab85faa676"),
      (65537, "94d1f8c3fd62873fce83b47ad6e070efc7deb57458a9b6456f907e7655e0f91b"),
    ])
  func randomBytes(count: Int, hex: String) {
    var random = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    #expect(ContentDigest(of: bytes).hex == hex)
  }

  @Test("is parsed only from 64 lower-case hexadecimal digits")
  func hex() {
    let digest = ContentDigest(of: [1, 2, 3])
    #expect(ContentDigest(hex: digest.hex) == digest)
    for text in [
      "", String(digest.hex.dropLast()), digest.hex + "0", digest.hex.uppercased(), "g" + digest.hex.dropFirst(),
    ] {
      #expect(ContentDigest(hex: text) == nil, "\(text)")
    }
  }

  @Test("is the same after coding")
  func coding() throws {
    let digest = ContentDigest(of: [1, 2, 3])
    #expect(try JSONDecoder().decode(ContentDigest.self, from: JSONEncoder().encode(digest)) == digest)
  }
}
