import MartletCore
import Testing

@Suite("A version error")
struct VersionErrorTests {
  @Test(
    "has a message with the problem, and what is expected",
    arguments: [
      (.notAVersion("v1.2.3"), "`v1.2.3` is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`"),
      (.leadingZero("01.5", number: "01"), "`01.5` is not a version: the number `01` has a leading zero"),
      (
        .numberTooLarge("1.18446744073709551616", number: "18446744073709551616"),
        "the number `18446744073709551616` of version `1.18446744073709551616` is too large, expected at most 18446744073709551615"
      ),
      (
        .cannotRaise("1.18446744073709551615", number: "18446744073709551615"),
        "the number `18446744073709551615` of version `1.18446744073709551615` cannot be raised, expected at most 18446744073709551614"
      ),
      (.tooLong(length: 10_246), "the version is 10246 bytes long, expected at most 256"),
      (
        .unknownChange("mayor"),
        "`mayor` is neither a version nor a part of one, expected `major`, `minor`, `patch`, `prerelease`, `release` or a version such as `1.5.0`"
      ),
      (
        .invalidPrereleaseID("be ta"),
        "`be ta` cannot name a pre-release, expected letters, digits and hyphens such as `beta`"
      ),
      (.invalidBuildNumber("x"), "`x` is not a build number, expected one to four numbers such as `42` or `1.2.3`"),
    ] as [(VersionError, String)])
  func words(error: VersionError, message: String) {
    #expect(error.description == message)
  }

  @Test(
    "has a working hint, if there is one",
    arguments: [
      (.unknownChange("mayor"), "did you mean `major`?"),
      (.unknownChange("via"), nil),
      (.unknownChange("Patch"), "did you mean `patch`?"),
      (.unknownChange("relaese"), "did you mean `release`?"),
      (.notAVersion("1.x"), nil),
      (.leadingZero("01.5", number: "01"), nil), (.tooLong(length: 300), nil), (.invalidBuildNumber("x"), nil),
      (.numberTooLarge("1", number: "1"), nil), (.cannotRaise("1", number: "1"), nil), (.invalidPrereleaseID(""), nil),
    ] as [(VersionError, String?)])
  func hints(error: VersionError, hint: String?) {
    #expect(error.hint == hint)
  }

  @Test(
    "suggests a complete later version if a number is missing",
    arguments: [
      ("1.1", .patch, "1.1.1"), ("1.1-beta.1", .patch, "1.1.1"), ("7", .minor, "7.1"), ("7", .patch, "7.0.1"),
      ("7-rc+1", .minor, "7.1"),
    ] as [(String, VersionChange, String)])
  func missingNumber(text: String, change: VersionChange, later: String) throws {
    let version = try Version(text)
    let error = #expect(throws: VersionError.self) { try version.changed(change) }
    #expect(error?.hint == "give the new version in full, such as `martlet bump \(later)`")
    #expect(version.precedes(try Version(later)))
  }

  @Test("requests the name of a pre-release if it is missing, and a part to raise if there is none")
  func missingName() throws {
    let version = try Version("1.5.0")
    #expect(VersionError.missingPrereleaseID(version).hint == "name it with `--prerelease-id beta`")
    #expect(VersionError.notAPrerelease(version).hint == "raise it with `major`, `minor`, `patch` or `auto`")
  }
}
