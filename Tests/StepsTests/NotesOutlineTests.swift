import Testing

@testable import Steps

@Suite("The outline of release notes")
struct NotesOutlineTests {
  @Test("has a section for each heading, and an entry for each item")
  func sections() {
    let outline = NotesOutline(
      """
      ### Added

      - Undo, also for
        several steps
      * Redo
      1. A window

      ### Empty

      ### Fixed
      - A crash
      """)
    #expect(outline.intro == "")
    #expect(
      outline.sections == [
        .init(
          title: "Added",
          entries: [.init(text: "Undo, also for\nseveral steps"), .init(text: "Redo"), .init(text: "A window")]),
        .init(title: "Fixed", entries: [.init(text: "A crash")]),
      ])
  }

  @Test("has the paragraphs before the first heading as its introduction")
  func intro() {
    let outline = NotesOutline("A quiet release.\n\nReally.\n\n## Fixed\n\n- A crash\n")
    #expect(outline.intro == "A quiet release.\n\nReally.")
    #expect(outline.sections == [.init(title: "Fixed", entries: [.init(text: "A crash")])])
  }

  @Test(
    "takes bold text at the beginning of an item for a heading, but not the scope of a change",
    arguments: [
      ("**Pinned windows.** They stay.", "Pinned windows", "They stay."),
      ("**Pinned windows**: They stay.", "Pinned windows", "They stay."),
      ("**Pinned windows** – They stay.", "Pinned windows", "They stay."),
      ("**Pinned windows**\nThey stay.", "Pinned windows", "They stay."),
      ("**parser:** Read tabs", "", "**parser:** Read tabs"), ("**Only bold**", "", "**Only bold**"),
      ("Not **at the start** of it", "", "Not **at the start** of it"), ("****", "", "****"),
    ])
  func leads(_ item: String, _ heading: String, _ text: String) {
    let lines = item.split(separator: "\n").joined(separator: "\n  ")
    #expect(NotesOutline("- \(lines)").sections == [.init(title: "", entries: [.init(heading: heading, text: text)])])
  }

  @Test("has deeper headings as entries, with the text below them")
  func deeperHeadings() {
    let outline = NotesOutline("### Added\n\n#### Pinned windows\n\nThey stay.\n\nAlways.\n\n#### Undo\n\n- Of all\n")
    #expect(
      outline.sections == [
        .init(
          title: "Added",
          entries: [
            .init(heading: "Pinned windows", text: "They stay.\n\nAlways."), .init(heading: "Undo", text: ""),
            .init(text: "Of all"),
          ])
      ])
  }

  @Test("keeps code as it is, even if it looks like a heading or an item")
  func code() {
    let outline = NotesOutline("- Run\n  ```\n  # comment\n  - item\n  ```\n- Next")
    #expect(
      outline.sections == [
        .init(title: "", entries: [.init(text: "Run\n```\n# comment\n- item\n```"), .init(text: "Next")])
      ])
  }

  @Test("is empty without text")
  func empty() {
    #expect(NotesOutline("").sections.isEmpty)
    #expect(NotesOutline("\n \n").intro == "")
  }
}
