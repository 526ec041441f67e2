import MartletChangelogs
import MartletCore
import Testing

@Suite("The next version")
struct NextVersionTests {
  /// A project's state before its next release.
  struct Past: Sendable, CustomTestStringConvertible {
    var released: String?
    var written: String?
    var tags: [String] = []
    var latest: String?
    var id: String?
    var rules = ReleaseRules()

    var testDescription: String {
      "\(released ?? "nothing") released, \(written ?? "nothing") written, \(tags) \(latest ?? "") \(id ?? "")"
    }
  }

  private func next(_ past: Past, _ messages: [String]) throws -> String? {
    let list = ChangeList(messages.enumerated().reversed().map { .example($1, $0) })
    let next = NextVersion(
      by: past.rules, after: try past.released.map { try Version($0) },
      written: try past.written.map { try Version($0) },
      tags: (try past.tags.map { try Version($0) }, try past.latest.map { try Version($0) }))
    return try next.version(for: ReleaseDecision(list, by: past.rules), prereleaseID: past.id)?.description
  }

  @Test(
    "follows from the largest change",
    arguments: [
      ("1.4.2", ["fix: a"], "1.4.3"), ("1.4.2", ["perf: a"], "1.4.3"), ("1.4.2", ["fix: a", "feat: b"], "1.5.0"),
      ("1.4.2", ["feat: a", "fix!: b"], "2.0.0"), ("1.4.2", ["chore: a\n\nBREAKING CHANGE: b"], "2.0.0"),
      ("1.4.2", ["docs: a", "chore: b", "Do it", "Merge it"], nil), ("1.4.2", [], nil),
      ("1.4.2", ["Revert \"feat: z\""], "1.4.3"), ("1.4.2", ["Do it\n\nBREAKING CHANGE: but say it"], "2.0.0"),
      ("0.4.2", ["fix: a"], "0.4.3"), ("0.4.2", ["feat: a"], "0.5.0"), ("0.4.2", ["feat!: a"], "0.5.0"),
      ("1.4", ["fix: a"], "1.5"), ("1.4", ["feat!: a"], "2.0"), ("7", ["fix: a"], "8"),
      ("1.2.3.4", ["fix: a"], "1.2.4.0"),
    ] as [(String, [String], String?)])
  func levels(_ released: String, _ messages: [String], _ expected: String?) throws {
    #expect(try next(Past(released: released), messages) == expected)
  }

  @Test("follows the project's own rules")
  func rules() throws {
    var rules = ReleaseRules()
    rules.types["docs"] = .patch
    rules.types["fix"] = ReleaseLevel.none
    rules.other = .minor
    #expect(try next(Past(released: "1.0.0", rules: rules), ["docs: a"]) == "1.0.1")
    #expect(try next(Past(released: "1.0.0", rules: rules), ["fix: a"]) == nil)
    #expect(try next(Past(released: "1.0.0", rules: rules), ["Do it"]) == "1.1.0")
    rules.breakingInInitialDevelopment = .major
    rules.featureInInitialDevelopment = .patch
    #expect(try next(Past(released: "0.4.2", rules: rules), ["feat!: a"]) == "1.0.0")
    #expect(try next(Past(released: "0.4.2", rules: rules), ["feat: a"]) == "0.4.3")
    #expect(try next(Past(released: "1.4.2", rules: rules), ["feat: a"]) == "1.5.0")
  }

  @Test("is the written version at first, and later never below a written or pre-released one")
  func written() throws {
    #expect(try next(Past(), ["feat: a"]) == "0.1.0")
    #expect(try next(Past(written: "1.0"), ["feat: a"]) == "1.0")
    #expect(try next(Past(written: "1.0.0-dev"), ["feat: a"]) == "1.0.0")
    #expect(try next(Past(written: "1.0"), ["docs: a"]) == nil)
    var rules = ReleaseRules()
    rules.initial = try Version("3.0.0")
    #expect(try next(Past(written: "1.0", rules: rules), ["feat: a"]) == "3.0.0")
    #expect(try next(Past(released: "1.4.2", written: "1.4.2"), ["feat: a"]) == "1.5.0")
    #expect(try next(Past(released: "1.4.2", written: "1.4.1"), ["feat: a"]) == "1.5.0")
    #expect(try next(Past(released: "1.4.2", written: "1.5.0"), ["feat: a"]) == "1.5.0")
    #expect(try next(Past(released: "1.4.2", written: "2.0.0"), ["feat: a"]) == "2.0.0")
    #expect(try next(Past(released: "1.4.2", written: "1.4.3"), ["feat: a"]) == "1.5.0")
    #expect(try next(Past(released: "1.4.2", latest: "2.0.0-beta.1"), ["feat: a"]) == "2.0.0")
    #expect(try next(Past(released: "1.4.2", written: "1.5.0-beta.2", latest: "1.5.0-beta.2"), ["feat: a"]) == "1.5.0")
  }

  @Test("may be a pre-release, numbered until a larger change begins a new series")
  func prereleases() throws {
    #expect(try next(Past(released: "1.4.2", id: "beta"), ["feat: a"]) == "1.5.0-beta.1")
    #expect(
      try next(Past(released: "1.4.2", tags: ["1.5.0-beta.2", "1.5.0-beta.10"], id: "beta"), ["feat: a", "fix: b"])
        == "1.5.0-beta.11")
    #expect(
      try next(Past(released: "1.4.2", tags: ["1.5.0-beta.2"], latest: "1.5.0-beta.2", id: "beta"), ["feat!: a"])
        == "2.0.0-beta.1")
    #expect(
      try next(Past(released: "1.4.2", tags: ["1.5.0-beta.2"], latest: "1.5.0-beta.2", id: "rc"), ["feat: a"])
        == "1.5.0-rc.1")
    #expect(
      try next(Past(released: "1.4.2", written: "1.5.0-beta.3", tags: ["1.5.0-beta.2"], id: "beta"), ["feat: a"])
        == "1.5.0-beta.4")
    #expect(try next(Past(released: "1.4.2", id: "beta"), ["docs: a"]) == nil)
    #expect(try next(Past(id: "alpha.x"), ["feat: a"]) == "0.1.0-alpha.x.1")
    #expect(throws: ChangelogError.version(.notAVersion("1.4.3-b b.1"))) {
      try next(Past(released: "1.4.2", id: "b b"), ["fix: a"])
    }
  }

  @Test("is the version in the newest `Release-As`")
  func requests() throws {
    let past = Past(released: "1.4.2")
    #expect(
      try next(past, ["docs: a\n\nRelease-As: 3.0.0", "feat: b\n\nrelease-as: v2.0.0-rc.1", "fix: c"]) == "2.0.0-rc.1")
    let tooLow = ChangelogError.releaseAsTooLow(
      try Version("1.4.2"), released: try Version("1.4.2"), commit: .example(0))
    #expect(throws: tooLow) { try next(past, ["docs: a\n\nRelease-As: 1.4.2"]) }
    #expect(
      tooLow.diagnostics == [
        Diagnostic(
          "`Release-As: 1.4.2` of commit 1000000 does not come after `1.4.2`, expected a later version",
          hint: "name the version yourself, or add a later `Release-As:` in a newer commit")
      ])
    let bad = ChangelogError.badReleaseAs("so\u{1B}on", commit: .example(0))
    #expect(throws: bad) { try next(past, ["docs: a\n\nRelease-As: so\u{1B}on"]) }
    #expect(
      bad.diagnostics == [
        Diagnostic(
          "`Release-As: so\\u{1b}on` of commit 1000000 is not a version, expected one such as `1.5.0`",
          hint: "name the version yourself, or add a later `Release-As:` in a newer commit")
      ])
  }

  @Test("lists the deciding changes of the largest level, the newest first")
  func reasons() throws {
    let list = ChangeList(
      ["fix: a", "feat: b", "docs: c", "feat(ui): d"].enumerated().reversed().map { .example($1, $0) })
    let decision = try ReleaseDecision(
      list, by: ReleaseRules(),
      with: [.init(name: "y.md", text: "Less", level: .patch), .init(name: "x.md", text: "More", level: .minor)])
    #expect(decision.level == .minor)
    #expect(
      decision.reasons.map { "\($0.name) \($0.text)" } == ["x.md More", "1003000 feat(ui): d", "1001000 feat: b"])
  }

  @Test("fails when a number overflows")
  func overflow() throws {
    #expect(throws: ChangelogError.version(.cannotRaise("1.18446744073709551615.0", number: "18446744073709551615"))) {
      try next(Past(released: "1.18446744073709551615.0"), ["feat: a"])
    }
  }
}
