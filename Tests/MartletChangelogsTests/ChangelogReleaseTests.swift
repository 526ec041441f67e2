import MartletChangelogs
import MartletCore
import TestSupport
import Testing

@Suite("A changelog that gets the section of a version")
struct ChangelogReleaseTests {
  private func release(_ version: String = "1.5.0", tag: String? = nil) throws -> ChangelogRelease {
    let tag = tag ?? version
    return ChangelogRelease(
      of: try Version(version), date: "2026-11-21", tag: tag, after: tag.replacing(version, with: "1.4.2"))
  }

  private func document(_ text: String) -> ChangelogDocument {
    ChangelogDocument(SourceText(path: "CHANGELOG.md", bytes: Array(text.utf8)))
  }

  private func released(_ text: String, tag: String? = nil) throws -> String {
    String(decoding: try release(tag: tag).releasing(document(text)).bytes, as: UTF8.self)
  }

  private func inserted(_ text: String, tag: String? = nil, body: String = "- New.") throws -> String {
    String(decoding: try release(tag: tag).inserting(body, into: document(text)).bytes, as: UTF8.self)
  }

  @Test("in the form of Keep a Changelog turns the unreleased section into the version's, and updates the links")
  func keepAChangelog() throws {
    #expect(
      try released(
        """
        # Changelog

        ## [Unreleased]

        ### Added

        - New.

        ## [1.4.2] - 2026-01-01

        - Old.

        [unreleased]: https://example.com/o/r/compare/v1.4.2...HEAD
        [1.4.2]: https://example.com/o/r/compare/v1.4.1...v1.4.2

        """, tag: "v1.5.0") == """
          # Changelog

          ## [Unreleased]

          ## [1.5.0] - 2026-11-21

          ### Added

          - New.

          ## [1.4.2] - 2026-01-01

          - Old.

          [unreleased]: https://example.com/o/r/compare/v1.5.0...HEAD
          [1.5.0]: https://example.com/o/r/compare/v1.4.2...v1.5.0
          [1.4.2]: https://example.com/o/r/compare/v1.4.1...v1.4.2

          """)
  }

  @Test("keeps every other byte: line ends, byte order mark, invalid bytes, a missing last line end")
  func bytes() throws {
    #expect(
      try released("# C\r\n\r\n## Unreleased\r\n\r\n- New.\r\n\r\n## 1.4.2 (2026-01-01)\r\n")
        == "# C\r\n\r\n## Unreleased\r\n\r\n## 1.5.0 (2026-11-21)\r\n\r\n- New.\r\n\r\n## 1.4.2 (2026-01-01)\r\n")
    #expect(try released("## Unreleased\n- New.") == "## Unreleased\n\n## 1.5.0 - 2026-11-21\n- New.")
    #expect(try inserted("# C") == "# C\n\n## 1.5.0 - 2026-11-21\n\n- New.\n")
    #expect(try inserted("") == "## 1.5.0 - 2026-11-21\n\n- New.\n")
    #expect(try inserted("# C\n\n## Unreleased\n") == "# C\n\n## Unreleased\n\n## 1.5.0 - 2026-11-21\n\n- New.\n")
    let source = SourceText(path: "C.md", bytes: [0xEF, 0xBB, 0xBF] + Array("## 1.0\n".utf8) + [0xFF, 0x0A])
    let result = try release().inserting("- New.", into: ChangelogDocument(source))
    #expect(result.bytes == [0xEF, 0xBB, 0xBF] + Array("## 1.5.0\n- New.\n\n## 1.0\n".utf8) + [0xFF, 0x0A])
  }

  @Test(
    "writes the heading in the form of the newest ones",
    arguments: [
      ("## [1.4.2] - 2026-01-01", "## [1.5.0] - 2026-11-21"), ("## 1.4.2", "## 1.5.0"),
      ("# v1.4.2 (2026/01/01)", "# v1.5.0 (2026/11/21)"),
      (
        "## [1.4.2](https://e.com/releases/tag/1.4.2) (2026-01-01)",
        "## [1.5.0](https://e.com/releases/tag/1.5.0) (2026-11-21)"
      ),
      ("#### Version 1.4.2", "#### Version 1.5.0"),
      ("##   1.4.2", "##   1.5.0"), ("## 1.4.2 ##", "## 1.5.0"),
      ("1.4.2 / 2026-01-01\n==================", "1.5.0 / 2026-11-21\n=================="),
      ("1.4.2\n-----", "1.5.0\n-----"),
    ])
  func forms(_ old: String, _ new: String) throws {
    #expect(try inserted("\(old)\n\n- Old.\n") == "\(new)\n\n- New.\n\n\(old)\n\n- Old.\n")
  }

  @Test("keeps words that the two newest headings share")
  func commonWords() throws {
    let text = "1.4.2 Release notes (2026-02-01)\n====\n\n1.4.1 Release notes (2026-01-01)\n====\n"
    #expect(try inserted(text) == "1.5.0 Release notes (2026-11-21)\n====\n\n- New.\n\n" + text)
  }

  @Test(
    "is refused if the newest heading has a title of its own",
    arguments: [
      "## [1.4.2 - The big one](https://e.com/releases/tag/1.4.2)", "## 1.4.2: The big one\n\n## 1.4.1: Small",
      "## 1.4.2 The big one (2026-01-01)", "1.4.2 Release (of 2026-01-01)\n=============================",
    ])
  func title(_ heading: String) throws {
    #expect(try refusal("\(heading)\n\n- Old.\n").hasPrefix("error: the form of this heading is unclear"))
  }

  @Test(
    "is refused if its heading would be read as another version",
    arguments: ["## v1.4.2 (101--\n", "## v1.4.2 `202[## v1.4.2 (2026-01-01)\n"])
  func readable(text: String) throws {
    #expect(try refusal(text).hasPrefix("error: the form of this heading is unclear"))
  }

  /// The message of the refusal.
  private func refusal(_ text: String) throws -> String {
    do {
      return "inserted: \(try inserted(text))"
    } catch let error as ChangelogError {
      return error.diagnostics.map { $0.rendered() }.joined(separator: "\n")
    }
  }

  @Test("compares with the previous release if the newest heading compares with its predecessor")
  func comparisons() throws {
    let old =
      "## [1.4.2](https://e.com/compare/v1.4.1..v1.4.2) - 2026-01-01\n\n## [1.4.1](https://e.com/compare/v1.4.0..v1.4.1) - 2026-01-01\n"
    #expect(
      try inserted(old, tag: "v1.5.0")
        == "## [1.5.0](https://e.com/compare/v1.4.2..v1.5.0) - 2026-11-21\n\n- New.\n\n" + old)
  }

  @Test("ignores leftover unreleased headings below a version, and recognises other names for the heading")
  func unreleasedNames() throws {
    let old = "## 1.4.2\n\n- Old.\n\n## [Next]\n\n- Forgotten.\n"
    #expect(try inserted(old) == "## 1.5.0\n\n- New.\n\n" + old)
    #expect(throws: ChangelogError.nothingUnreleased("CHANGELOG.md")) { try released(old) }
    for name in [
      "[Unreleased]", "Unreleased - soon", "Master", "main", "Next Version", "vNext", "x.y.z Release notes",
      "Cool Next", "_Upcoming_",
    ] {
      #expect(document("## \(name)\n\n- New.\n").unreleased != nil, "\(name)")
    }
    for name in ["Mastering it", "Notes", "The next one", "1.0 next"] {
      #expect(document("## \(name)\n\n- New.\n").unreleased == nil, "\(name)")
    }
  }

  @Test("ignores headings in code and comments, and handles the links at the end")
  func places() throws {
    let preamble =
      "# Changelog\n\nAbout `1.0`.\n\n```\n## 1.3.0\n```\n\n<!--\n## 1.2.0\n-->\n\n    ## 1.1.0\n\n### Swift 5.9 and later\n\n"
    let rest = "## 1.4.2\n\n### 1.0 compatibility\n\n- Old.\n\n## 1.4.1\n"
    #expect(try inserted(preamble + rest) == preamble + "## 1.5.0\n\n- New.\n\n" + rest)
    let links = "[a]: https://example.com\n"
    #expect(try inserted("# C\n\n" + links) == "# C\n\n## 1.5.0 - 2026-11-21\n\n- New.\n\n" + links)
    #expect(
      try released("## Unreleased\n- New.\n## 1.4.2\n- Old.\n")
        == "## Unreleased\n\n## 1.5.0\n- New.\n## 1.4.2\n- Old.\n")
  }

  @Test("gets a link like that of the newest version if there is none for unreleased changes")
  func links() throws {
    let old = "## [1.4.2]\n\n- Old.\n\n"
    let comparison = "[1.4.2]: https://e.com/-/compare/1.4.1...1.4.2\n"
    #expect(
      try inserted(old + comparison)
        == "## [1.5.0]\n\n- New.\n\n" + old + "[1.5.0]: https://e.com/-/compare/1.4.2...1.5.0\n" + comparison)
    let page = "[1.4.2]: https://e.com/tag/v1.4.2\n"
    #expect(
      try inserted(old + page) == "## [1.5.0]\n\n- New.\n\n" + old + "[1.5.0]: https://e.com/tag/v1.5.0\n" + page)
    let none = "[other]: https://e.com/\n"
    #expect(try inserted(old + none) == "## [1.5.0]\n\n- New.\n\n" + old + none)
  }

  @Test("is refused if nothing is unreleased, or the section exists")
  func refusals() throws {
    let empties = [
      "## Unreleased\n", "## Unreleased\n\n### Added\n\n<!-- - text -->\n\n* None.\n\n## 1.4.2\n- Old.\n",
      "## 1.4.2\n- Old.\n", "",
    ]
    for text in empties {
      #expect(throws: ChangelogError.nothingUnreleased("CHANGELOG.md"), "\(text)") { try released(text) }
    }
    let exists = ChangelogError.sectionExists(try Version("1.5.0"), Place(path: "CHANGELOG.md", line: 3, column: 1))
    #expect(throws: exists) { try inserted("# C\n\n## [1.5] - soon\n") }
    #expect(
      exists.diagnostics == [
        Diagnostic(
          "the section for version `1.5.0` already exists", at: Place(path: "CHANGELOG.md", line: 3, column: 1),
          hint: "raise the version first; remove the section only if this version was never released")
      ])
    #expect(
      ChangelogError.nothingUnreleased("CHANGELOG.md").diagnostics == [
        Diagnostic(
          "`CHANGELOG.md` has no text under its heading for unreleased changes",
          hint: "add the changes there, or use the commits with `from: commits`")
      ])
  }

  @Test("is created with the section if there was no file")
  func creation() throws {
    let source = try release().creating("CHANGELOG.md", holding: "- New.")
    #expect(String(decoding: source.bytes, as: UTF8.self) == "# Changelog\n\n## 1.5.0 - 2026-11-21\n\n- New.\n")
  }

  @Test(
    "has its own headings below that of the version",
    arguments: [
      ("#", "### Added\n\n- New.\n\n```\n# no heading\n```"), ("##", "### Added\n\n- New.\n\n```\n# no heading\n```"),
      ("###", "#### Added\n\n- New.\n\n```\n# no heading\n```"),
      ("#####", "###### Added\n\n- New.\n\n```\n# no heading\n```"),
    ])
  func levels(_ signs: String, _ expected: String) throws {
    let body = "### Added\n\n- New.\n\n```\n# no heading\n```"
    let text = try inserted("\(signs) 1.4.2\n\n- Old.\n", body: body)
    #expect(text == "\(signs) 1.5.0\n\n\(expected)\n\n\(signs) 1.4.2\n\n- Old.\n")
    let document = document(text)
    #expect(try document.text(of: #require(document.section(of: Version("1.5.0")))) == expected)
    // Markdown has six levels.
    let deep = try inserted("##### 1.4.2\n\n- Old.\n", body: "#### A\n\n##### B\n\n###### C")
    #expect(deep == "##### 1.5.0\n\n###### A\n\n###### B\n\n###### C\n\n##### 1.4.2\n\n- Old.\n")
    let own = try release().creating("CHANGELOG.md", holding: "# A\n\n## B")
    #expect(String(decoding: own.bytes, as: UTF8.self) == "# Changelog\n\n## 1.5.0 - 2026-11-21\n\n### A\n\n#### B\n")
  }

  @Test("gets the section before the newest version if patches are one level deeper, as in conventional-changelog")
  func mixedLevels() throws {
    let page = "https://github.com/o/r/compare"
    for (first, second) in [("##", "###"), ("###", "##")] {
      let old = """
        \(first) [1.4.2](\(page)/v1.4.1...v1.4.2) (2026-01-01)

        ### Bug Fixes

        * One.

        \(second) [1.4.1](\(page)/v1.4.0...v1.4.1) (2025-12-01)

        ### Bug Fixes

        * Two.

        ## [1.4.0](\(page)/v1.3.0...v1.4.0) (2025-11-01)

        """
      #expect(document(old).releases.compactMap(\.version?.description) == ["1.4.2", "1.4.1", "1.4.0"])
      let section = try #require(document(old).section(of: Version("1.4.1")))
      #expect(document(old).text(of: section) == "### Bug Fixes\n\n* Two.")
      #expect(
        try inserted("# Changelog\n\n" + old, tag: "v1.5.0")
          == "# Changelog\n\n## [1.5.0](\(page)/v1.4.2...v1.5.0) (2026-11-21)\n\n- New.\n\n" + old)
    }
  }
}
