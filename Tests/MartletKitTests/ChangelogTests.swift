import MartletKit
import Testing

@Suite("A changelog of the library")
struct ChangelogTests {
  private static let text = """
    # Changelog

    ## [Unreleased]

    ### Added

    - The widget greets too.

    ## [1.4.2] - 2026-09-14

    - No crash.

    [Unreleased]: https://example.com/a/compare/1.4.2...HEAD
    [1.4.2]: https://example.com/a/compare/1.4.1...1.4.2

    """

  private func changelog(_ text: String = text) throws -> Changelog { try Changelog(Array(text.utf8)) }

  @Test("has the notes of each version")
  func reading() throws {
    let changelog = try changelog()
    #expect(changelog.versions == [try Version("1.4.2")])
    #expect(changelog.unreleased == "### Added\n\n- The widget greets too.")
    #expect(changelog.notes(of: try Version("1.4.2")) == "- No crash.")
    #expect(changelog.notes(of: try Version("1.0")) == nil)
  }

  @Test("releases its unreleased changes, updates the links, and keeps every other byte")
  func releasing() throws {
    let bytes = try changelog().releasing(Version("1.5.0"), on: "2026-11-21")
    let expected = Self.text.replacing("## [Unreleased]\n", with: "## [Unreleased]\n\n## [1.5.0] - 2026-11-21\n")
      .replacing(
        "compare/1.4.2...HEAD\n",
        with: "compare/1.5.0...HEAD\n[1.5.0]: https://example.com/a/compare/1.4.2...1.5.0\n")
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("gets a section with the file's own line ends")
  func inserting() throws {
    let windows = Self.text.replacing("\n", with: "\r\n")
    let bytes = try changelog(windows).inserting("- New.", for: Version("1.5.0"), on: "2026-11-21", tag: "v1.5.0")
    let expected = windows.replacing(
      "## [1.4.2] -", with: "## [1.5.0] - 2026-11-21\r\n\r\n- New.\r\n\r\n## [1.4.2] -"
    ).replacing(
      "compare/1.4.2...HEAD\r\n",
      with: "compare/v1.5.0...HEAD\r\n[1.5.0]: https://example.com/a/compare/1.4.2...v1.5.0\r\n")
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("is created if there is none")
  func beginning() throws {
    let bytes = try Changelog([]).inserting("- New.", for: Version("1.0.0"), on: "2026-11-21")
    #expect(String(decoding: bytes, as: UTF8.self) == "# Changelog\n\n## 1.0.0 - 2026-11-21\n\n- New.\n")
  }

  @Test("refuses an existing section, an empty release, and an invalid date, tag or text")
  func refusals() throws {
    let changelog = try changelog()
    let (old, new) = (try Version("1.4.2"), try Version("1.5.0"))
    let attempts: [(MartletError.Code, String, () throws -> Void)] = [
      (
        .sectionExists,
        """
        error: the section for version `1.4.2` already exists
         --> CHANGELOG.md:9:1
        hint: raise the version first; remove the section only if this version was never released
        """, { _ = try changelog.inserting("- New.", for: old, on: "2026-11-21") }
      ),
      (
        .nothingUnreleased,
        """
        error: `CHANGELOG.md` has no text under its heading for unreleased changes
        hint: add the changes there, or insert your own notes
        """, { _ = try Changelog([]).releasing(new, on: "2026-11-21") }
      ),
      (
        .invalidInput,
        "error: `today` is not a date, expected one such as `2026-11-21`",
        { _ = try changelog.releasing(new, on: "today") }
      ),
      (
        .invalidInput,
        "error: `v1 .5` is not a tag, expected a name without blanks such as `v1.5.0`",
        { _ = try changelog.releasing(new, on: "2026-11-21", tag: "v1 .5") }
      ),
      (
        .invalidInput,
        "error: `CHANGELOG.md` cannot be read: it begins with a UTF-16 mark, but the bytes at offset 2 are not UTF-16",
        { _ = try Changelog([0xFE, 0xFF, 0x00]) }
      ),
      (
        .invalidInput,
        "error: `/CHANGELOG.md` is not a path below the project's folder, expected one such as `Sources/Version.swift`",
        { _ = try Changelog([], path: "/CHANGELOG.md") }
      ),
    ]
    for (code, message, attempt) in attempts {
      let error = #expect(throws: MartletError.self) { try attempt() }
      #expect(error?.description == message)
      #expect(error?.code == code)
    }
  }
}
