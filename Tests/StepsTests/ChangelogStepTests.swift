import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step changelog")
struct ChangelogStepTests {
  private static let history = [
    "tag 1.4.2", "feat(ui): greet @all (#12)", "fix: crash\n\nCo-authored-by: B. Other <b@example.com>", "docs: c",
    "refactor!: drop `<T>`\n\nBREAKING CHANGE: pass [a](b), see #7",
  ]

  private func planning(_ files: [String: String] = [:]) -> Planning {
    Planning(version: "1.4.2", history: Self.history, files: files)
  }

  @Test("moves the unreleased section to the version")
  func unreleased() throws {
    let planning = planning(["CHANGELOG.md": "# C\n\n## [Unreleased]\n\n- New.\n"])
    let plan = try planning.plan("- bump: auto\n- changelog")
    #expect(plan.lines == ["bump: write VERSION -1 +1", "changelog: write CHANGELOG.md -0 +2"])
    #expect(
      plan.text(of: "CHANGELOG.md") == "# C\n\n## [Unreleased]\n\n## [2.0.0] - 2026-01-01\n\n- New.\n")
  }

  @Test("lists the commits, escaped, with links if there are pages for them")
  func commits() throws {
    var planning = planning(["CHANGELOG.md": "# C\n\n## 1.4.2\n"])
    planning.head = "forge: {kind: github}\nchangelog: {authors: true}\n"
    let page = "https://example.com/origin/CoolApp"
    #expect(
      try planning.plan("- bump: auto\n- changelog").text(of: "CHANGELOG.md") == """
        # C

        ## 2.0.0

        ### Breaking

        - drop `<T>` ([1005000](\(page)/commit/1005000000000000000000000000000000000000)) – A. Author
          - pass \\[a\\](b), see [#7](\(page)/issues/7)

        ### Added

        - **ui:** greet `@all` ([#12](\(page)/issues/12)) ([1002000](\(page)/commit/1002000000000000000000000000000000000000)) – A. Author

        ### Fixed

        - crash ([1003000](\(page)/commit/1003000000000000000000000000000000000000)) – A. Author, B. Other

        ## 1.4.2

        """)
  }

  @Test("adds no link within code")
  func code() throws {
    var planning = Planning(
      version: "1.4.2", history: ["tag 1.4.2", "fix: read `#12` and ``a ` #13``, see #14 @ `x`#15"],
      files: ["CHANGELOG.md": "## 1.4.2\n"])
    planning.head = "forge: {kind: github}\n"
    let page = "https://example.com/origin/CoolApp"
    let text = try planning.plan("- bump: auto\n- changelog").text(of: "CHANGELOG.md")
    let commit = "([1002000](\(page)/commit/1002000000000000000000000000000000000000))"
    #expect(
      text?.contains("- read `#12` and ``a ` #13``, see [#14](\(page)/issues/14) @ `x`#15 \(commit)\n") == true)
  }

  @Test("links to the push destination, even if other remotes exist")
  func forks() throws {
    var planning = Planning(version: "1.4.2", history: ["tag 1.4.2", "fix: a"], files: ["CHANGELOG.md": "## 1.4.2\n"])
    planning.head = "forge: {kind: github}\n"
    planning.world.remotes = ["fork", "origin"]
    let text = try planning.plan("- bump: auto\n- changelog").text(of: "CHANGELOG.md")
    #expect(text?.contains("https://example.com/origin/CoolApp/commit/") == true)
    #expect(text?.contains("fork") == false)
  }

  @Test("needs the section of a merged release")
  func merged() throws {
    var planning = planning(["CHANGELOG.md": "## 2.0.0\n\n- New.\n", "NEWS.md": "# News\n"])
    planning.world.files["VERSION"] = "2.0.0\n"
    planning.lane = "pull_request: true"
    #expect(
      try planning.plan("- bump: auto\n- {changelog: CHANGELOG.md, id: c}\n- message: ${steps.c.notes}").lines
        == ["message: show “- New.”"])
    #expect(
      try planning.failure("- bump: auto\n- changelog: CHANGELOG.md\n- changelog: NEWS.md")
        == """
        error: `NEWS.md` has no section for 2.0.0, expected the one of the merged pull request
        hint: put `bump: auto` before `changelog`
        """)
  }

  @Test("creates a changelog, and lists all commits if none has a listed type")
  func creation() throws {
    let plan = try Planning(version: "1.4.2", history: ["tag 1.4.2", "docs: a"]).plan(
      "- bump: patch\n- changelog: NEWS.md")
    #expect(
      plan.text(of: "NEWS.md") == "# Changelog\n\n## 1.4.3 - 2026-01-01\n\n### Changed\n\n- a (1002000)\n")
  }

  @Test("takes a section that was written before the release as the notes, and changes only a mark in its heading")
  func written() throws {
    var planning = planning(["CHANGELOG.md": "# 2.3.0\n\n- New.\n\n# 1.4.2\n\n- Old.\n"])
    planning.world.files["VERSION"] = "2.3.0\n"
    let steps = "- {changelog: CHANGELOG.md, id: c}\n- message: ${steps.c.notes}"
    #expect(try planning.plan(steps).lines == ["message: show “- New.”"])
    #expect(
      try planning.plan(steps).remarks == [
        "CHANGELOG.md has the section of 2.3.0 already, and no tag has this version",
        "the notes are that section, without the 4 commits since 1.4.2",
      ])
    planning.world.files["CHANGELOG.md"] = "# 2.3.0 (Upcoming Release)\n\n- New.\n\n# 1.4.2\n\n- Old.\n"
    #expect(try planning.plan(steps).lines == ["changelog: write CHANGELOG.md -1 +1", "message: show “- New.”"])
    #expect(try planning.plan(steps).text(of: "CHANGELOG.md") == "# 2.3.0\n\n- New.\n\n# 1.4.2\n\n- Old.\n")
    planning.world.tagNames = ["2.3.0": .first]
    #expect(
      try planning.failure("- changelog: CHANGELOG.md") == """
        error: the section for version `2.3.0` already exists
         --> CHANGELOG.md:1:1
        hint: raise the version first; remove the section only if this version was never released
        """)
  }

  @Test("uses the project's own template and groups")
  func template() throws {
    var planning = planning([
      "notes.mustache": "{{#sections}}{{title}}:{{#entries}} {{text}};{{/entries}}\n{{/sections}}"
    ])
    planning.head = """
      changelog:
        file: docs/NEWS.md
        template: notes.mustache
        groups: [{title: Bugs, types: fix}, {title: Rest, types: ['*']}]

      """
    #expect(
      try planning.plan("- bump: auto\n- changelog").text(of: "docs/NEWS.md")
        == "# Changelog\n\n## 2.0.0 - 2026-01-01\n\nBugs: crash;\nRest: drop `<T>`; c; greet `@all` (#12);\n")
    planning.world.files["notes.mustache"] = "{{#sections}}\n{{titel}}\n{{/sections}}"
    #expect(
      try planning.failure("- changelog")
        == "error: the template `notes.mustache` cannot be used: line 2: unknown name `titel`")
    #expect(try planning.failure("- changelog: {template: none}") == "error: no file `none`")
    #expect(try planning.failure("- changelog: ../x") == "error: `../x` is not a path inside the repository")
  }

  @Test("refuses templates that multiply, are outside the project or cannot be read")
  func badTemplates() throws {
    for (text, problem) in [
      ("{{#sections}}{{#sections}}{{/sections}}{{/sections}}", "line 1: section `sections` within itself"),
      ("a\n{{> other}}", "line 2: unsupported tag with `>`, expected a value, a section, a comment or delimiters"),
      ("{{=<% %>=}}<% titel %>", "line 1: unknown name `titel`"), ("{{title", "line 1: unclosed tag"),
      ("{{#sections}}", "line 1: the section `sections` has no end"),
      (String(repeating: "x", count: 70_000), "it is 70000 bytes long, expected at most 65536"),
    ] {
      let planning = planning(["t": text])
      #expect(
        try planning.failure("- changelog: {template: t}") == "error: the template `t` cannot be used: \(problem)")
    }
  }

  @Test("contains a given text, and passes it to later steps")
  func sources() throws {
    let planning = planning(["CHANGELOG.md": "# C\n\n## Unreleased\n\n- New.\n"])
    let plan = try planning.plan(
      "- bump: 1.5.0\n- changelog: {from: unreleased}\n  id: log\n- message: ${steps.log.notes}")
    #expect(plan.lines.last == "message: show “- New.”")
    let commits = try planning.plan(
      "- bump: 1.5.0\n- changelog: {from: commits}\n  id: log\n- message: ${steps.log.notes}")
    #expect(commits.lines.last?.contains("- crash (1003000)") == true)
    let empty = self.planning(["CHANGELOG.md": "## Unreleased\n"])
    #expect(
      try empty.failure("- changelog: {from: unreleased}")
        == """
        error: `CHANGELOG.md` has no text under its heading for unreleased changes
        hint: add the changes there, or use the commits with `from: commits`
        """)
    #expect(try self.planning().failure("- changelog: {from: unreleased}") == "error: no file `CHANGELOG.md`")
    #expect(
      try self.planning(["CHANGELOG.md": "## 1.4.2\n"]).failure("- changelog")
        == """
        error: the section for version `1.4.2` already exists
         --> CHANGELOG.md:1:1
        hint: raise the version first; remove the section only if this version was never released
        """)
  }
}
