import Foundation
import MartletKit
import Testing

@Suite("A version of the library")
struct VersionTests {
  @Test(
    "has the parsed parts",
    arguments: [
      ("1.4.2", [1, 4, 2], [], []), ("7", [7], [], []), ("24.1.0.0", [24, 1, 0, 0], [], []),
      ("1.5.0-beta.1+x.7", [1, 5, 0], ["beta", "1"], ["x", "7"]),
    ] as [(String, [UInt64], [String], [String])])
  func parsing(text: String, components: [UInt64], prerelease: [String], metadata: [String]) throws {
    let version = try Version(text)
    #expect(version.components == components && version.prerelease == prerelease && version.metadata == metadata)
    #expect(version.description == text)
    #expect(version.isPrerelease == !prerelease.isEmpty)
    #expect(version.core.description == components.map(String.init).joined(separator: "."))
  }

  @Test(
    "is refused with the reason",
    arguments: [
      ("", "`` is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`"),
      ("v1.0", "`v1.0` is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`"),
      ("01.0", "`01.0` is not a version: the number `01` has a leading zero"),
      (
        "1.99999999999999999999",
        "the number `99999999999999999999` of version `1.99999999999999999999` is too large, expected at most 18446744073709551615"
      ),
      (String(repeating: "1", count: 300), "the version is 300 bytes long, expected at most 256"),
      ("1.0\u{1B}[2J", "`1.0\u{1B}[2J` is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`"),
    ])
  func refusal(text: String, message: String) {
    let error = #expect(throws: MartletError.self) { try Version(text) }
    #expect(error?.problems.map(\.message) == [message])
    #expect(error?.problems.map(\.place) == [nil])
    #expect(error?.description.contains("\u{1B}") == false)
  }

  @Test("precedes those of higher precedence, and not those that differ only in spelling")
  func order() throws {
    let sorted = try ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0", "1.0.1", "2.0"]
      .map { try Version($0) }
    for (index, version) in sorted.enumerated() {
      #expect(sorted[(index + 1)...].allSatisfy { version.precedes($0) && !$0.precedes(version) })
    }
    let (short, long) = (try Version("1.2"), try Version("1.2.0"))
    #expect(short != long && !short.precedes(long) && !long.precedes(short))
  }

  @Test("Versions are sorted by precedence, then by their spelling")
  func sorting() throws {
    let sorted = ["1.0.0-alpha", "1.0.0-beta.2", "1.0.0-beta.11", "1.0", "1.0.0", "1.0.0+a", "1.0.0+b", "1.0.1", "2"]
    #expect(try sorted.reversed().map { try Version($0) }.sorted().map(\.description) == sorted)
    #expect(try sorted.map { try Version($0) }.max()?.description == "2")
    for (index, version) in try sorted.map({ try Version($0) }).enumerated() {
      for (other, text) in sorted.enumerated() { #expect(try (version < Version(text)) == (index < other)) }
    }
  }

  @Test(
    "is changed as by `martlet bump`",
    arguments: [
      ("1.4.2", "major", nil, "2.0.0"), ("1.1", "minor", nil, "1.2"), ("1.4.2", "patch", nil, "1.4.3"),
      ("1.5.0-beta.2", "minor", nil, "1.5.0"), ("1.5.0-beta.2", "release", nil, "1.5.0"),
      ("1.5.0-beta.9", "prerelease", nil, "1.5.0-beta.10"), ("1.4.2", "minor", "rc", "1.5.0-rc.1"),
    ] as [(String, String, String?, String)])
  func change(text: String, word: String, prereleaseID: String?, expected: String) throws {
    let change = try #require(Version.Change(rawValue: word))
    #expect(try Version(text).changed(change, prereleaseID: prereleaseID).description == expected)
  }

  @Test("reports why it cannot be changed, without a command of the program")
  func badChanges() throws {
    let cases: [(String, Version.Change, String?, String, String?)] = [
      (
        "1.4.2", .release, nil, "`release` ends a pre-release, and version `1.4.2` is not one",
        "raise it with `major`, `minor` or `patch`"
      ),
      ("7", .minor, nil, "version `7` has no minor component to raise", "give the new version in full"),
      (
        "1.4.2", .prerelease, nil,
        "version `1.4.2` is not a pre-release, so the next one needs a name", "name it with `prereleaseID`"
      ),
      (
        "1.4.2", .minor, "a b",
        "`a b` cannot name a pre-release, expected letters, digits and hyphens such as `beta`", nil
      ),
      (
        "18446744073709551615.0", .major, nil,
        "the number `18446744073709551615` of version `18446744073709551615.0` cannot be raised, expected at most 18446744073709551614",
        nil
      ),
    ]
    for (text, change, id, message, hint) in cases {
      let version = try Version(text)
      let error = #expect(throws: MartletError.self) { try version.changed(change, prereleaseID: id) }
      #expect(error?.problems.map(\.message) == [message])
      #expect(error?.problems.map(\.hint) == [hint])
    }
  }

  @Test("is encoded as one text")
  func coding() throws {
    let data = try JSONEncoder().encode([try Version("1.5.0-beta.1")])
    #expect(String(decoding: data, as: UTF8.self) == #"["1.5.0-beta.1"]"#)
    #expect(try JSONDecoder().decode([Version].self, from: data) == [try Version("1.5.0-beta.1")])
    #expect(throws: MartletError.self) { try JSONDecoder().decode([Version].self, from: Data(#"["x"]"#.utf8)) }
  }
}
