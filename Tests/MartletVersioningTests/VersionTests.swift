import Foundation
import MartletCore
import Testing

@Suite("A version")
struct VersionTests {
  @Test(
    "is spelled as parsed",
    arguments: [
      "1.2.3", "0.0.0", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta-valid", "1.0.0-alpha.beta.1",
      "1.0.0-alpha0.valid",
      "1.0.0-alpha.0valid", "1.0.0-0A.is.legal", "1.0.0-0.3.7", "1.0.0-x-y-z.--", "1.0.0--", "1.0.0---.-",
      "1.2.3----RC-SNAPSHOT.12.9.1--.12+788", "1.0.0+0.build.1-rc.10000aaa-kk-0.1", "1.0.0+001",
      "1.0.0-rc.1+sha.5114f85",
      "1.5.0-99999999999999999999999", "18446744073709551615.0.0", "1.5.0-0",
      // Fewer and more numbers than three, as apps have them.
      "1", "1.2", "24.1.0.0", "1.1-beta.1", "7-rc+42",
      // Calendar versions, and pre-releases in the spelling of Python, Xcode and CocoaPods.
      "26.07.5", "2026.01", "2024.01.05", "1.1.00", "1.6.2beta3", "0.12.0b", "156.0a1", "3.0.0.rc1", "25.0.0RC2+7",
    ])
  func roundTrip(text: String) throws {
    #expect(try Version(text).description == text)
  }

  @Test("is split into parts")
  func parts() throws {
    let version = try Version("1.5.0-beta.1+sha.5114f85")
    #expect(version.components == [1, 5, 0])
    #expect(version.prerelease == ["beta", "1"])
    #expect(version.metadata == ["sha", "5114f85"])
    #expect(version.isPrerelease)
    #expect(version.core.description == "1.5.0")
    #expect((0..<5).map(version.component) == [1, 5, 0, 0, 0])
    #expect(try !Version("1.5.0+beta-1").isPrerelease)
    #expect(try Version("24.1-x").core.description == "24.1")
    #expect(try Version("26.07.5-rc.1").core.description == "26.07.5")
    #expect(try Version("1.6.2beta3").prerelease == ["beta", "3"])
    #expect(try Version("1.6.2beta3").core.description == "1.6.2")
  }

  @Test(
    "is not equal to any other spelling",
    arguments: [("1.2", "1.2.0"), ("1.0.0+a", "1.0.0"), ("1.0.0-a", "1.0.0-A")])
  func equality(left: String, right: String) throws {
    let version = try Version(left)
    #expect(try [left, right].map { try Version($0) == version } == [true, false])
  }

  @Test(
    "is not parsed from anything else",
    arguments: [
      "", " ", ".", "..", "1.", ".1", "1..2", "1.2.", "1.2.3.4.5", "v1", "v1.2.3", "V1.2.3", "1.2.3 ", " 1.2.3",
      "1.2.3\n",
      "1.2.3\r\n", "1.2.x", "1.2.3.DEV", "2b", "1.2c", "1.2beta03", "1.2beta3x", "1.2rc.1", "1.2..rc", "1.2.rc.",
      "-1.0.3", "+1", "1.+2.3", "1.-2.3", "1,2", "1.2.3/4", "0x1.2", "1e3", "alpha",
      "1.2.3-", "1.2.3+", "1.2.3-+", "1.2.3-+b", "1.2.3-a+", "-a", "+a", "1.0.0-a..b", "1.0.0-.a", "1.0.0-a.",
      "1.0.0+.a",
      "1.0.0+a..b", "1.0.0-a_b", "1.0.0-a b", "9.8.7+meta+meta", "9.8.7-whatever+meta+meta", "1.0.0-\u{E9}",
      "1.0.0+\u{E9}",
      "$(MARKETING_VERSION)", "1.2.3\0",
      // Digits of other scripts, and marks that combine with the preceding character.
      "\u{661}.\u{662}", "\u{FF11}.0.0", "1\u{301}.0", "1.\u{301}2", "1.0.0-\u{301}a", "1.0.0+\u{301}a", "\u{B2}.0",
    ])
  func refusals(text: String) {
    #expect(throws: VersionError.notAVersion(text)) { try Version(text) }
  }

  @Test(
    "has no leading zeros in its first number and in its pre-release",
    arguments: [("01.1.1", "01"), ("00.1", "00"), ("1.2.3-0123", "0123"), ("1.2.3-a.00", "00")])
  func leadingZeros(text: String, number: String) {
    #expect(throws: VersionError.leadingZero(text, number: number)) { try Version(text) }
  }

  @Test("has no number that would be wrapped or rounded")
  func largeNumbers() throws {
    #expect(try Version("18446744073709551615").components == [.max])
    let digits = String(repeating: "9", count: 256)
    for (text, number) in [
      ("18446744073709551616.0.0", "18446744073709551616"), ("1.0.99999999999999999999999", "99999999999999999999999"),
      (digits, digits),
    ] {
      #expect(throws: VersionError.numberTooLarge(text, number: number)) { try Version(text) }
    }
  }

  @Test("is at most 256 bytes long")
  func length() throws {
    let longest = "1.0.0-" + String(repeating: "a", count: 250)
    #expect(try Version(longest).description == longest)
    #expect(throws: VersionError.tooLong(length: 257)) { try Version(longest + "a") }
    #expect(throws: VersionError.tooLong(length: 10_246)) {
      try Version("1.0.0-" + String(repeating: "a", count: 10_240))
    }
    #expect(throws: VersionError.tooLong(length: 1_000)) { try Version(String(repeating: "\u{E9}", count: 500)) }
  }

  @Test("is coded as a text, and validated when it is decoded")
  func coding() throws {
    let version = try Version("1.5.0-beta.1+7")
    let data = try JSONEncoder().encode([version])
    #expect(String(decoding: data, as: UTF8.self) == #"["1.5.0-beta.1+7"]"#)
    #expect(try JSONDecoder().decode([Version].self, from: data) == [version])
    #expect(throws: VersionError.notAVersion("v1")) {
      try JSONDecoder().decode([Version].self, from: Data(#"["v1"]"#.utf8))
    }
  }
}
