import MartletCore
import TestSupport
import Testing

@Suite("A version change")
struct VersionChangeTests {
  @Test(
    "is named by a word, or by the new version",
    arguments: [
      ("major", .major), ("minor", .minor), ("patch", .patch), ("prerelease", .prerelease), ("release", .release),
    ] as [(String, VersionChange)])
  func words(text: String, change: VersionChange) throws {
    #expect(try VersionChange(text) == change)
    #expect(VersionChange.words.contains(text))
  }

  @Test(
    "above another version has the level of the first number that differs; a pre-release counts as its release",
    arguments: [
      ("2.0.0", "1.4.2", .major), ("1.5.0", "1.4.2", .minor), ("1.4.3", "1.4.2", .patch), ("1.5", "1.4.2", .minor),
      ("1.4.2", "1.5.0", .none), ("1.5.0", "1.5.0-rc.1", .none), ("1.5.0-rc.1", "1.4.2", .minor),
    ] as [(String, String, ReleaseLevel)])
  func levels(version: String, other: String, level: ReleaseLevel) throws {
    #expect(try Version(version).level(above: Version(other)) == level)
  }

  @Test("has five words")
  func allWords() throws {
    #expect(VersionChange.words == ["major", "minor", "patch", "prerelease", "release"])
    #expect(try VersionChange("1.5.0-beta.1") == .exactly(Version("1.5.0-beta.1")))
    #expect(try VersionChange("v1.5.0") == .exactly(Version("1.5.0")))
  }

  @Test(
    "is not parsed from anything else",
    arguments: [
      ("mayor", .unknownChange("mayor")), ("Major", .unknownChange("Major")), ("", .unknownChange("")),
      ("vx", .unknownChange("vx")), ("-1", .unknownChange("-1")), ("1.x", .notAVersion("1.x")),
      ("01.5", .leadingZero("01.5", number: "01")), ("\u{661}", .unknownChange("\u{661}")),
      (String(repeating: "a", count: 10_240), .tooLong(length: 10_240)),
    ] as [(String, VersionError)])
  func refusals(text: String, error: VersionError) {
    #expect(throws: error) { try VersionChange(text) }
  }

  @Test(
    "raises a number and sets those after it to 0, keeping their count: fastlane's rules",
    arguments: [
      ("1.4.2", .major, "2.0.0"), ("1.4.2", .minor, "1.5.0"), ("1.4.2", .patch, "1.4.3"), ("1.1.28", .patch, "1.1.29"),
      ("1.1", .minor, "1.2"), ("1.2", .major, "2.0"), ("1.9", .minor, "1.10"), ("7", .major, "8"),
      ("0.0.9", .patch, "0.0.10"),
      ("24.1.0.3", .major, "25.0.0.0"), ("24.1.0.3", .minor, "24.2.0.0"), ("24.1.0.3", .patch, "24.1.1.0"),
      // Metadata belongs to one build only.
      ("1.4.2+sha.1", .patch, "1.4.3"),
      ("18446744073709551615.0.0", .minor, "18446744073709551615.1.0"),
      ("0.18446744073709551614", .minor, "0.18446744073709551615"),
      ("1.18446744073709551615", .major, "2.0"),
      // Calendar versions keep their digits.
      ("26.07.5", .patch, "26.07.6"), ("26.07.5", .minor, "26.08.0"), ("26.09", .minor, "26.10"),
      ("2026.01.09", .patch, "2026.01.10"), ("26.07.05", .major, "27.00.00"),
    ] as [(String, VersionChange, String)])
  func raising(text: String, change: VersionChange, expected: String) throws {
    #expect(try Version(text).changed(change).description == expected)
  }

  @Test(
    "ends a pre-release of that version, and raises any other",
    arguments: [
      ("1.6.2beta3", .release, "1.6.2"), ("3.0.0.rc1", .minor, "3.0.0"), ("1.6.2beta3", .prerelease, "1.6.2beta4"),
      ("3.0.0.rc9", .prerelease, "3.0.0.rc10"), ("2.1.2-rc1", .prerelease, "2.1.2-rc2"),
      ("2.1.2-beta.rc9", .prerelease, "2.1.2-beta.rc10"), ("156.0a1", .prerelease, "156.0a2"),
      ("1.5.0-beta.2", .release, "1.5.0"), ("1.5.0-beta.2", .patch, "1.5.0"), ("1.5.0-beta.2", .minor, "1.5.0"),
      ("1.5.0-beta.2", .major, "2.0.0"), ("1.5.1-beta.2", .patch, "1.5.1"), ("1.5.1-beta.2", .minor, "1.6.0"),
      ("1.5.1-beta.2", .major, "2.0.0"), ("2.0.0-beta.1", .major, "2.0.0"), ("2.0.0-beta.1", .minor, "2.0.0"),
      ("2.0.0-beta.1", .patch, "2.0.0"), ("1.2-beta.1", .minor, "1.2"), ("1.2-beta.1", .major, "2.0"),
      ("2.0-beta.1", .major, "2.0"), ("1.5.0-beta.2+7", .release, "1.5.0"),
      ("18446744073709551615-a", .major, "18446744073709551615"),
    ] as [(String, VersionChange, String)])
  func promotion(text: String, change: VersionChange, expected: String) throws {
    #expect(try Version(text).changed(change).description == expected)
  }

  @Test(
    "with a name creates a pre-release, or the next one of the same name and version",
    arguments: [
      ("1.4.2", .minor, "beta", "1.5.0-beta.1"), ("1.4.2", .major, "beta", "2.0.0-beta.1"),
      ("1.4.2", .patch, "rc", "1.4.3-rc.1"),
      ("1.5.0-beta.1", .minor, "beta", "1.5.0-beta.2"), ("1.5.0-beta.9", .patch, "beta", "1.5.0-beta.10"),
      ("1.5.0-beta.1", .major, "beta", "2.0.0-beta.1"), ("1.5.0-beta.3", .minor, "rc", "1.5.0-rc.1"),
      ("1.5.1-beta.1", .minor, "beta", "1.6.0-beta.1"), ("1.1", .minor, "beta", "1.2-beta.1"),
      ("7", .major, "rc", "8-rc.1"),
      ("1.4.2", .minor, "beta.x-1", "1.5.0-beta.x-1.1"), ("1.5.0-beta.x-1.1", .minor, "beta.x-1", "1.5.0-beta.x-1.2"),
      ("1.5.0-beta", .minor, "beta", "1.5.0-beta.1"), ("1.5.0-beta.2", .minor, "beta.2", "1.5.0-beta.2.1"),
    ] as [(String, VersionChange, String, String)])
  func prerelease(text: String, change: VersionChange, id: String, expected: String) throws {
    #expect(try Version(text).changed(change, prereleaseID: id).description == expected)
  }

  @Test(
    "`prerelease` continues the count, or starts with another name; from a release it raises the last number",
    arguments: [
      ("1.5.0-beta.1", nil, "1.5.0-beta.2"), ("1.5.0-beta.1", "beta", "1.5.0-beta.2"),
      ("1.5.0-beta.1", "rc", "1.5.0-rc.1"),
      ("1.5.0-beta", nil, "1.5.0-beta.1"), ("1.5.0-1", nil, "1.5.0-2"),
      ("1.5.0-alpha.beta.9", nil, "1.5.0-alpha.beta.10"),
      ("1.5.0-beta.1.2", nil, "1.5.0-beta.1.3"), ("1.5.0-beta1", nil, "1.5.0-beta2"),
      ("1.5.0-beta.1+7", nil, "1.5.0-beta.2"),
      ("1.4.2", "beta", "1.4.3-beta.1"), ("1.1", "beta", "1.2-beta.1"), ("7", "beta", "8-beta.1"),
      ("24.1.0.3", "beta", "24.1.0.4-beta.1"), ("1.5.0-0", nil, "1.5.0-1"),
    ])
  func nextPrerelease(text: String, id: String?, expected: String) throws {
    #expect(try Version(text).changed(.prerelease, prereleaseID: id).description == expected)
  }

  @Test("leads from a release through pre-releases to the next one")
  func flow() throws {
    var version = try Version("1.4.2")
    let steps: [(VersionChange, String?, String)] = [
      (.minor, "beta", "1.5.0-beta.1"), (.prerelease, nil, "1.5.0-beta.2"), (.minor, "beta", "1.5.0-beta.3"),
      (.prerelease, "rc", "1.5.0-rc.1"), (.prerelease, nil, "1.5.0-rc.2"), (.release, nil, "1.5.0"),
      (.patch, nil, "1.5.1"),
    ]
    for (change, id, expected) in steps {
      let next = try version.changed(change, prereleaseID: id)
      #expect(next.description == expected)
      #expect(version.precedes(next))
      version = next
    }
  }

  @Test("to an exact version gives that version, from any old version")
  func exactly() throws {
    let version = try Version("1.0.0-a+b")
    #expect(try Version("9.9").changed(.exactly(version)) == version)
  }

  @Test(
    "is refused if it does not apply",
    arguments: [
      ("1.1", .patch, "version `1.1` has no patch component to raise"),
      ("7", .minor, "version `7` has no minor component to raise"),
      ("7", .patch, "version `7` has no patch component to raise"),
      ("1.1-beta.1", .patch, "version `1.1-beta.1` has no patch component to raise"),
      ("1.5.0", .release, "`release` ends a pre-release, and version `1.5.0` is not one"),
      ("1.5.0", .prerelease, "version `1.5.0` is not a pre-release, so the next one needs a name"),
    ] as [(String, VersionChange, String)])
  func misfits(text: String, change: VersionChange, message: String) throws {
    let version = try Version(text)
    let error = #expect(throws: VersionError.self) { try version.changed(change) }
    #expect(error?.description == message)
  }

  @Test(
    "never overflows a number",
    arguments: [
      ("18446744073709551615.0.0", .major, nil), ("0.18446744073709551615", .minor, "beta"),
      ("0.0.18446744073709551615", .patch, nil), ("18446744073709551615", .prerelease, "beta"),
      ("1.5.0-18446744073709551615", .prerelease, nil), ("1.5.0-beta.18446744073709551615", .minor, "beta"),
    ] as [(String, VersionChange, String?)])
  func overflow(text: String, change: VersionChange, id: String?) throws {
    let version = try Version(text)
    #expect(throws: VersionError.cannotRaise(text, number: "18446744073709551615")) {
      try version.changed(change, prereleaseID: id)
    }
  }

  @Test("never rounds the counter of a pre-release")
  func longCounter() throws {
    let version = try Version("1.5.0-beta.99999999999999999999")
    #expect(throws: VersionError.cannotRaise(version.description, number: "99999999999999999999")) {
      try version.changed(.prerelease)
    }
  }

  @Test(
    "rejects an invalid pre-release name",
    arguments: [
      "", ".", "beta.", ".beta", "a..b", "be ta", "beta+7", "b\u{E9}ta", "01", "beta.00", "a\n", "+", "beta-1+x.2",
      "\u{301}",
    ])
  func badNames(id: String) throws {
    for text in ["1.4.2", "1.5.0-beta.1"] {
      let version = try Version(text)
      #expect(throws: VersionError.invalidPrereleaseID(id)) { try version.changed(.minor, prereleaseID: id) }
    }
  }

  @Test("rejects a name that makes the version too long", arguments: [(249, 257), (10_240, 10_248)])
  func longNames(length: Int, total: Int) throws {
    let version = try Version("1.4.2")
    let id = String(repeating: "a", count: length)
    #expect(throws: VersionError.tooLong(length: total)) { try version.changed(.minor, prereleaseID: id) }
    #expect(try version.changed(.minor, prereleaseID: String(id.prefix(248))).description.utf8.count == 256)
  }

  @Test("gives a later version with as many numbers, from any version", arguments: [61, 62] as [UInt64])
  func laws(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let numbers = (0..<Int.random(in: 3...4, using: &random)).map { _ in String(Int.random(in: 0...2, using: &random))
      }
      let suffix = ["", "-beta", "-beta.3", "-beta.3.1", "-7", "+m"].randomElement(using: &random) ?? ""
      let version = try Version(numbers.joined(separator: ".") + suffix)
      for change in [VersionChange.major, .minor, .patch] {
        for id in [nil, "beta", "rc"] {
          guard version.prerelease.first != "beta" || id != "beta" || version.prerelease.count < 3 else { continue }
          let next = try version.changed(change, prereleaseID: id)
          #expect(version.precedes(next), "seed \(seed): \(version) \(change) \(id ?? "") → \(next)")
          #expect(next.components.count == version.components.count, "seed \(seed)")
          #expect(next.isPrerelease == (id != nil), "seed \(seed)")
          #expect(next.metadata.isEmpty, "seed \(seed)")
        }
      }
    }
  }
}
