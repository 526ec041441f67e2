import Processes
import TestSupport
import Testing

@Suite("A version")
struct G11VersionTests {
  private static let nines = String(repeating: "9", count: 256)
  private static let change =
    "is neither a version nor a part of one, expected `auto`, `major`, `minor`, `patch`, `prerelease`, `release` or a version such as `1.5.0`"
  private static let example = "is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`"

  /// The command line, and its result.
  private static let asked: [(text: String, answer: String)] = [
    (nines, "error: the number `\(nines)` of version `\(nines)` is too large, expected at most 18446744073709551615"),
    ("18446744073709551615.0.0", "bump  1.4.2 → 18446744073709551615.0.0"),
    (
      "18446744073709551616.0.0",
      "error: the number `18446744073709551616` of version `18446744073709551616.0.0` is too large, expected at most 18446744073709551615"
    ),
    ("01.5.0", "error: `01.5.0` is not a version: the number `01` has a leading zero"),
    ("1.5.0-01", "error: `1.5.0-01` is not a version: the number `01` has a leading zero"),
    ("١.٥.٠", "error: `١.٥.٠` \(change)"), ("1.５.0", "error: `1.５.0` \(example)"),
    ("1.5", "bump  1.4.2 → 1.5"), ("2", "bump  1.4.2 → 2"), ("1.5.0+b.1", "bump  1.4.2 → 1.5.0+b.1"),
    ("v1", "error: `1` does not come after `1.4.2`, expected a later version"),
    ("1.5.0-", "error: `1.5.0-` \(example)"), ("1.5.0+", "error: `1.5.0+` \(example)"),
    ("", "error: `` \(change)"), ("1..5", "error: `1..5` \(example)"), ("1.5.0 ", "error: `1.5.0 ` \(example)"),
    (
      "1.5.0-\(String(repeating: "a", count: 10_000))", "error: the version is 10006 bytes long, expected at most 256"
    ),
    ("1.5.0-rc.18446744073709551616", "bump  1.4.2 → 1.5.0-rc.18446744073709551616"),
  ]

  @Test("on the command line is accepted exactly, or refused exactly")
  func asked() throws {
    let world = try GoldenWorld.plain(lanes: "  a: {steps: []}\n", files: ["VERSION": "1.4.2\n"])
    for (text, answer) in Self.asked {
      let result = try world.run("bump --dry-run", [text])
      let said = (result.succeeded ? result.outputText : result.errorText).split(separator: "\n").first
      #expect(said.map(String.init) == answer)
      #expect(result.succeeded == !answer.hasPrefix("error"), "\(text)")
    }
  }

  /// The contents of a manifest, and the result of `bump` with a word.
  private static let written: [(text: String, change: String, answer: String)] = [
    ("18446744073709551614.0.0", "major", "bump  18446744073709551614.0.0 → 18446744073709551615.0.0"),
    (
      "18446744073709551615.0.0", "major",
      "error: the number `18446744073709551615` of version `18446744073709551615.0.0` cannot be raised, expected at most 18446744073709551614"
    ),
    (
      "1.0.0-rc.18446744073709551615", "prerelease",
      "error: the number `18446744073709551615` of version `1.0.0-rc.18446744073709551615` cannot be raised, expected at most 18446744073709551614"
    ),
    ("1.0.0-rc.18446744073709551615", "release", "bump  1.0.0-rc.18446744073709551615 → 1.0.0"),
    ("01.2.3", "minor", "error: `01.2.3` is not a version: the number `01` has a leading zero"),
    ("1.2", "minor", "bump  1.2 → 1.3"), ("v1", "major", "bump  1 → 2"),
    ("1.2", "patch", "error: version `1.2` has no patch component to raise"),
    ("", "minor", "error: the file contains no version, expected only the version"),
    ("١.٢.٣", "minor", "error: `١.٢.٣` is not a version, expected only the version"),
    ("1.2.3-", "minor", "error: `1.2.3-` is not a version, expected only the version"),
  ]

  @Test("in a manifest is read exactly, or refused exactly")
  func written() throws {
    let world = try GoldenWorld.plain(lanes: "  a: {steps: []}\n")
    for (text, change, answer) in Self.written {
      try world.folder.write("CoolApp/VERSION", "\(text)\n")
      let result = try world.run("bump --dry-run \(change)")
      let said = (result.succeeded ? result.outputText : result.errorText).split(separator: "\n").first
      #expect(said.map(String.init) == answer)
      #expect(result.succeeded == !answer.hasPrefix("error"), "\(text)")
    }
  }

  @Test("in tags is compared by its numbers, and invalid ones are ignored")
  func tags() throws {
    let world = try GoldenWorld.plain(lanes: "  a: {steps: []}\n", files: ["Releasefile": "version: {source: tag}\n"])
    let highest = "18446744073709551615.0.0"
    for tag in [
      "1.10.0", "1.9.9", "9.0.0-rc.1", "01.99.0", "99.0.0-", "release", highest, "\(Self.nines.prefix(200)).0.0",
      "١.٢.٣",
    ] {
      try world.git("tag", tag)
    }
    #expect(try world.run("version").outputText == highest)
    try world.git("tag", "--delete", highest)
    #expect(try world.run("version").outputText == "9.0.0-rc.1")
    try world.git("tag", "9.0.0")
    #expect(try world.run("version").outputText == "9.0.0")
  }
}
