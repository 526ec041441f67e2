import MartletChangelogs
import MartletCore
import TestSupport
import Testing

@Suite("The form of a changelog")
struct ChangelogFormTests {
  private func document(_ text: String, heading: String? = nil) -> ChangelogDocument {
    ChangelogDocument(SourceText(path: "CHANGELOG.md", text: text), heading: heading)
  }

  private func release(_ version: String = "1.2.0", after previous: String? = "1.1.0") throws -> ChangelogRelease {
    ChangelogRelease(
      of: try Version(version), date: "2026-11-05", tag: version, after: previous,
      page: "https://example.com/tag/\(version)", tagged: try ["1.1.0", "1.0.0", "2.0.0"].map { try Version($0) })
  }

  /// The changelog after the release of `version`, as the step `changelog` writes it; or the message of the refusal.
  private func released(
    _ text: String, as version: String = "1.2.0", heading: String? = nil, after previous: String? = "1.1.0"
  ) throws -> String {
    let (document, release) = (document(text, heading: heading), try release(version, after: previous))
    let notes = document.inItsForm("### Added\n\n- New.")
    do {
      let source: SourceText
      if let section = try release.prepared(in: document) {
        source = try release.finishing(section, with: document.hasText(in: section) ? nil : notes, in: document)
      } else if let unreleased = document.unreleased, document.hasText(in: unreleased) {
        source = try release.releasing(document)
      } else {
        source = try release.inserting(notes, into: document)
      }
      return source.string(at: 0..<source.bytes.count)
    } catch let error as ChangelogError {
      return error.diagnostics.map { $0.rendered() }.joined(separator: "\n")
    }
  }

  @Test(
    "has the date as in the other headings",
    arguments: [
      ("2025-01-02", "2026-11-05"), ("2025/1/2", "2026/11/5"), ("02.01.2025", "05.11.2026"), ("2.1.2025", "5.11.2026"),
      ("13/01/2025", "05/11/2026"), ("01/13/2025", "11/05/2026"), ("January 2, 2025", "November 5, 2026"),
      ("Jan 2nd, 2025", "Nov 5th, 2026"), ("2 January 2025", "5 November 2026"), ("January 2025", "November 2026"),
    ])
  func dates(_ old: String, _ new: String) throws {
    #expect(
      try released("## 1.1.0 (\(old))\n\n- Old.\n") == "## 1.2.0 (\(new))\n\n- New.\n\n## 1.1.0 (\(old))\n\n- Old.\n")
  }

  @Test("learns from older dates whether the day or the month is first, and is refused if none shows it")
  func ambiguousDates() throws {
    let old = "## 1.1.0 - 02/01/2025\n\n- Old.\n\n## 1.0.0 - 12/31/2024\n\n- First.\n"
    #expect(try released(old) == "## 1.2.0 - 11/05/2026\n\n- New.\n\n" + old)
    #expect(
      try released("## 1.1.0 - 02/01/2025\n\n- Old.\n") == """
        error: the form of this heading is unclear, so that the one of 1.2.0 cannot be written like it
         --> CHANGELOG.md:1:1
        hint: declare the form in the Releasefile: `changelog: {file: CHANGELOG.md, heading: "## ${version} - 02/01/2025"}`; `${date}` is a date like 2026-11-21, and `${day}`, `${month}` and `${year}` are its parts
        """)
    #expect(
      try released("## 1.1.0 (Frühling 2025)\n\n- Old.\n").hasPrefix("error: the form of this heading is unclear"))
  }

  @Test("has the bullets, headings and empty lines of the newest sections")
  func sections() throws {
    let flat = "# C\n\n## 1.1.0\n* Old.\n\n\n## 1.0.0\n* First.\n"
    #expect(try released(flat) == "# C\n\n## 1.2.0\n* New.\n\n\n" + flat.dropFirst(5))
    let grouped = "## 1.1.0\n\n#### Fixed\n\n*   Old.\n\n---\n\n## 1.0.0\n"
    #expect(try released(grouped) == "## 1.2.0\n\n#### Added\n\n*   New.\n\n---\n\n" + grouped)
    let numbered = "## 1.1.0\n1. Old.\n1. Older.\n\n## 1.0.0\n"
    #expect(try released(numbered) == "## 1.2.0\n1. New.\n\n" + numbered)
    let dated = "## 1.1.0\n\n*Jan 2, 2025*\n\n- Old.\n\n## 1.0.0\n\n*Dec 31, 2024*\n\n- First.\n"
    #expect(try released(dated) == "## 1.2.0\n\n*Nov 5, 2026*\n\n- New.\n\n" + dated)
    #expect(
      try released("## 1.1.0\n\nReleased on 2025-01-02.\n\n- Old.\n")
        .hasPrefix("error: a date below the heading, in a form that cannot be repeated\n --> CHANGELOG.md:1:1\n"))
  }

  @Test("is in the order of its versions")
  func order() throws {
    let ascending = "# C\n\n## 1.0.0\n\n- First.\n\n## 1.1.0\n\n- Old.\n"
    #expect(try released(ascending) == ascending + "\n## 1.2.0\n\n- New.\n")
    let older = "## 2.0.0\n\n- Two.\n\n## 1.1.0\n\n- Old.\n"
    #expect(try released(older) == "## 2.0.0\n\n- Two.\n\n## 1.2.0\n\n- New.\n\n## 1.1.0\n\n- Old.\n")
    let byDay = "## 1.1.0\n\n- Old.\n\n## 2.0.0\n\n- Two.\n\n## 1.0.0\n\n- First.\n"
    #expect(try released(byDay) == "## 1.2.0\n\n- New.\n\n" + byDay)
    #expect(
      try released("\(ascending)\n## Unreleased\n\n- New.\n") == """
        error: unreleased changes below older versions
          --> CHANGELOG.md:11:1
        hint: write the newest version first, or give these changes the heading of 1.2.0
        """)
  }

  @Test("with the newest version at another level than the others is refused")
  func deeperPatches() throws {
    #expect(
      try released("### 1.1.1\n\n- Fix.\n\n## 1.1.0\n\n- Old.\n\n## 1.0.0\n\n- First.\n", as: "1.1.2") == """
        error: a heading of a version at another level than those of the others
         --> CHANGELOG.md:1:1
        hint: give all versions headings of the same level
        """)
  }

  @Test(
    "without a heading of a version is refused",
    arguments: [
      ("1.1.0\n- Old\n\n1.0.0\n- First\n", "1:1", "${version}"), ("C\n\nv1.1.0:\n  * Old\n", "3:1", "v${version}:"),
      ("# C\n\n**1.1.0**\n- Old\n", "3:1", "**${version}**"),
    ])
  func plain(_ text: String, _ place: String, _ form: String) throws {
    #expect(
      try released(text) == """
        error: no heading of a version, so that the place of a new one is unknown
         --> CHANGELOG.md:\(place)
        hint: declare the form in the Releasefile: `changelog: {file: CHANGELOG.md, heading: "\(form)"}`; `${date}` is a date like 2026-11-21, and `${day}`, `${month}` and `${year}` are its parts
        """)
    let own = form.replacing("${version}", with: "1.2.0")
    let declared = try released(text, heading: form)
    #expect(
      declared.contains(own + "\n")
        && declared.firstRange(of: "1.2.0")?.lowerBound ?? declared.endIndex < declared.firstRange(of: "1.1.0")?
          .lowerBound ?? declared.startIndex
    )
  }

  @Test("can be declared, with a date")
  func declared() throws {
    let old = "Changes\n\n2025-01-02, version 1.1.0\n\n- Old: 1.0.0 and later\n"
    #expect(
      try released(old, heading: "${date}, version ${version}")
        == "Changes\n\n2026-11-05, version 1.2.0\n\n- New.\n\n" + old.dropFirst(9))
    #expect(
      try released("## 1.1.0 - 02/01/2025\n\n- Old.\n", heading: "## ${version} - ${day}/${month}/${year}")
        == "## 1.2.0 - 05/11/2026\n\n- New.\n\n## 1.1.0 - 02/01/2025\n\n- Old.\n")
  }

  @Test("with entries but no version is refused, and with only a title gets its first section")
  func first() throws {
    #expect(
      try released("# C\n\n- Old.\n") == """
        error: no heading of a version, so that the place of a new one is unknown
         --> CHANGELOG.md:3:1
        hint: write a heading with its version above the newest changes, such as `## 1.0.0`
        """)
    #expect(
      try released("# C\n\nAll changes.\n") == "# C\n\nAll changes.\n\n## 1.2.0 - 2026-11-05\n\n### Added\n\n- New.\n")
  }

  @Test(
    "gets the date of a version that was marked as unreleased",
    arguments: [
      "[1.2.0] - Unreleased", "[1.2.0] (unreleased)", "[1.2.0] - TBD", "[1.2.0] - xxxx-xx-xx", "[1.2.0] - 2026-XX-XX",
      "[1.2.0-dev]", "[1.2.0]",
    ])
  func pending(_ heading: String) throws {
    let rest = "\n\n- Hand-written.\n\n## [1.1.0] - 2025-01-02\n\n- Old.\n"
    #expect(try released("# C\n\n## \(heading)" + rest) == "# C\n\n## [1.2.0] - 2026-11-05" + rest)
  }

  @Test("is refused if the changes of another version are next")
  func otherVersion() throws {
    #expect(
      try released("## 1.3.0 (unreleased)\n\n- New.\n\n## 1.1.0\n\n- Old.\n") == """
        error: the newest changes are those of 1.3.0, and this run releases 1.2.0
         --> CHANGELOG.md:1:1
        hint: release 1.3.0, or write 1.2.0 into this heading
        """)
    #expect(
      try released("## 8.1.1\n\n- Old.\n") == """
        error: the changelog has 8.1.1, which no tag has and which is higher than 1.2.0
         --> CHANGELOG.md:1:1
        hint: fetch its tag with `git fetch --tags`, or tag the commit that released it
        """)
  }

  @Test("fills the empty heading of the next version")
  func empty() throws {
    #expect(
      try released("1.2.0\n-----\n\n\n1.1.0\n-----\n- Old\n") == "1.2.0\n-----\n- New.\n\n\n1.1.0\n-----\n- Old\n")
    #expect(
      try released("## 1.2.0\n\nTBD\n\n## 1.1.0\n\n- Old\n") == "## 1.2.0\n\n- New.\n\nTBD\n\n## 1.1.0\n\n- Old\n")
  }

  @Test("goes below the empty heading of a later version")
  func laterEmpty() throws {
    #expect(
      try released("1.3.0\n-----\n\n\n1.1.0\n-----\n- Old\n")
        == "1.3.0\n-----\n\n\n1.2.0\n-----\n- New.\n\n1.1.0\n-----\n- Old\n")
  }

  @Test("is refused if unreleased changes have two headings")
  func stacked() throws {
    for second in ["[Unreleased]", "Next"] {
      #expect(
        try released("## [Unreleased]\n\n- New.\n\n## \(second)\n\n- Older.\n\n## [1.1.0]\n\n- Old.\n") == """
          error: a second heading of unreleased changes, the first is in line 1
           --> CHANGELOG.md:5:1
          hint: move all unreleased changes below the first heading
          """)
    }
    #expect(
      try released("## Plans\n\n- Some day.\n\n## 1.1.0\n\n- Old.\n") == """
        error: `Plans` is neither a version nor a known name of unreleased changes
         --> CHANGELOG.md:1:1
        hint: rename it to `Unreleased` if it has the changes of 1.2.0, or move it below the versions
        """)
    #expect(
      try released("## Contents\n\n- [1.1](#11)\n\n## 1.1.0\n\n- Old.\n").contains("## 1.2.0\n\n- New.\n\n## 1.1.0"))
  }

  @Test("is refused if it has a table of contents, or a higher version at another level")
  func tables() throws {
    #expect(
      try released("# C\n\n* [1.1.0](#110)\n\n## 1.1.0\n\n- Old.\n") == """
        error: a table of contents, in which 1.2.0 would be missing
         --> CHANGELOG.md:3:1
        hint: remove the table: forges make one of the headings
        """)
    #expect(
      try released("#### 1.1.0\n\n- Old.\n\n## 1.0.0\n\n- One.\n\n## 0.9.0\n\n- Zero.\n") == """
        error: a heading of a version at another level than those of the others
         --> CHANGELOG.md:1:1
        hint: give all versions headings of the same level
        """)
  }

  @Test("has the form of the newest versions, not of a longer series below them")
  func newForm() throws {
    let old =
      "1.1.0\n-----\n- Old.\n\n1.0.0\n-----\n- One.\n\n" + (1...9).map { "### 0.\($0).0\n\n* Zero.\n\n" }.joined()
    #expect(try released(old) == "1.2.0\n-----\n- New.\n\n" + old)
  }

  @Test(
    "does not take a placeholder for a change",
    arguments: [
      "(nothing yet)", "_Nothing yet._", "- Nothing yet", "TBD", "N/A", "No changes.", "_No unreleased changes._",
      "* None.",
      "- Keine", "- なし", "暂无", "Aucun changement.", "...", "<!-- Write here. -->",
    ])
  func placeholders(_ text: String) throws {
    let changelog = "## Unreleased\n\n\(text)\n\n## 1.1.0\n\n- Old.\n"
    #expect(
      try released(changelog) == "## Unreleased\n\n\(text)\n\n## 1.2.0\n\n- New.\n\n## 1.1.0\n\n- Old.\n")
  }

  @Test(
    "has a text that begins like a placeholder",
    arguments: ["- None of the views leaks.", "No changes of the API, but faster."])
  func texts(_ text: String) throws {
    #expect(try released("## Unreleased\n\n\(text)\n").hasPrefix("## Unreleased\n\n## 1.2.0 - 2026-11-05\n\n\(text)\n"))
  }

  @Test("compares with the tag of the previous release, whatever other links say")
  func comparisons() throws {
    let page = "https://example.com/compare"
    let first = "## [1.1.0](\(page)/v1.0.0...v1.1.0) (2025-01-02)\n\n* Old\n"
    #expect(
      try released(first, after: "v1.1.0").hasPrefix("## [1.2.0](\(page)/v1.1.0...v1.2.0) (2026-11-05)\n"))
    let stale = "## [Unreleased]\n\n- New.\n\n## [1.1.0]\n\n- Old.\n\n[Unreleased]: \(page)/0.9.0...HEAD\n"
    #expect(try released(stale).hasSuffix("[Unreleased]: \(page)/1.2.0...HEAD\n[1.2.0]: \(page)/1.1.0...1.2.0\n"))
    #expect(
      try released(stale, after: nil)
        .hasSuffix("[Unreleased]: \(page)/1.2.0...HEAD\n[1.2.0]: https://example.com/tag/1.2.0\n"))
    let pages = "## [v1.1.0]\n\n- Old.\n\n[v1.1.0]: https://example.com/tag/v1.1.0\n"
    #expect(
      try released(pages).hasSuffix(
        "\n[v1.2.0]: https://example.com/tag/v1.2.0\n[v1.1.0]: https://example.com/tag/v1.1.0\n"))
  }

  @Test("keeps the headings between two versions in the section of the first")
  func sameLevel() throws {
    let text = "## 1.1.0\n## Kit\n- Old.\n\n## UI\n- More.\n\n## 1.0.0\n- First.\n\n## License\n"
    let document = document(text)
    #expect(document.releases.map { document.text(of: $0) } == ["## Kit\n- Old.\n\n## UI\n- More.", "- First."])
  }
}
