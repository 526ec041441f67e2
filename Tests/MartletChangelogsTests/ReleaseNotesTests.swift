import MartletChangelogs
import MartletCore
import TestSupport
import Testing

@Suite("The release notes")
struct ReleaseNotesTests {
  /// The sections with their entries, in one text.
  private func notes(_ messages: [String], _ style: NotesStyle = NotesStyle()) -> String {
    let list = ChangeList(messages.enumerated().reversed().map { .example($1, $0) })
    let notes = ReleaseNotes(of: nil, date: "2026-11-21", list.changes.map(ReleaseNotes.Entry.init), in: style)
    return notes.sections.map { "\($0.title): \($0.entries.map(\.text).joined(separator: ", "))" }.joined(
      separator: "; ")
  }

  @Test("are in groups, in their order, each with the newest first")
  func groups() {
    #expect(
      notes(["fix: a", "feat: b", "docs: c", "Do it", "feat(ui): d", "perf: e", "chore!: f", "Revert \"feat: z\""])
        == "Breaking: f; Added: d, b; Changed: e; Fixed: a; Reverted: Revert “feat: z”")
    #expect(notes(["docs: a"]) == "")
  }

  @Test("are in the project's own groups")
  func style() {
    var style = NotesStyle()
    style.groups = [.init(title: "News", types: ["feat", "fix"]), .init(title: "Other", types: ["*"])]
    style.hiddenScopes = ["deps"]
    #expect(
      notes(["fix(Deps): a", "feat: b", "docs: c", "Do it", "chore(deps)!: d"], style) == "News: b; Other: d, Do it, c")
    style.groups = [.init(title: "News", types: ["feat"])]
    #expect(notes(["fix!: a"], style) == "News: a", "a breaking change is always listed")
  }
}

@Suite("A change file")
struct ChangeFileTests {
  private func file(_ text: String) throws(ChangelogError) -> ChangeFile {
    try ChangeFile(SourceText(path: ".changes/new.md", text: text))
  }

  @Test("has a level and a text, and optionally a type and packages")
  func reading() throws {
    let file = try file(
      "---\r\nlevel: minor\r\ntype: fix\r\n\r\npackage: core, ui\r\n---\r\n\r\nNew.\r\n\r\n- More.\r\n\r\n")
    #expect(file.level == .minor)
    #expect(file.type == "fix")
    #expect(file.packages == ["core", "ui"])
    #expect(file.text == "New.\n\n- More.")
    #expect(file.reason == .init(name: ".changes/new.md", text: "New.", level: .minor))
    #expect(try self.file("---\nlevel: patch\n---\nNew.").type == "patch")
  }

  @Test(
    "is refused with the line of its mistake",
    arguments: [
      ("", 1, "no header between two lines of `---`, expected one with `level: minor`"),
      ("New.\n", 1, "no header between two lines of `---`, expected one with `level: minor`"),
      ("---\nlevel: minor\nNew.\n", 1, "no header between two lines of `---`, expected one with `level: minor`"),
      ("---\nlevel: huge\n---\nNew.\n", 2, "`huge` is not a level, expected `major`, `minor`, `patch` or `none`"),
      ("---\n---\nNew.\n", 2, "no `level`, expected `major`, `minor`, `patch` or `none`"),
      (
        "---\nlevel: minor\nlevle: x\n---\nNew.\n", 3,
        "found `levle: x`, expected `level`, `type` or `package` with a value"
      ),
      ("---\nlevel: minor\n---\n \n", 3, "no text below the header, expected the change"),
    ])
  func refusals(_ text: String, _ line: Int, _ problem: String) throws {
    let error = ChangelogError.badChangeFile(".changes/new.md", line: line, problem: problem)
    #expect(throws: error) { try file(text) }
    #expect(
      error.diagnostics == [
        Diagnostic(
          problem, at: Place(path: ".changes/new.md", line: line, column: 1),
          hint: "write one with `martlet changelog add minor 'What is new'`")
      ])
  }
}
