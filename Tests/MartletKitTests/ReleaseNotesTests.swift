import MartletKit
import Testing

@Suite("Release notes of the library")
struct ReleaseNotesTests {
  /// Commits with separate ids, the newest first.
  private func notes(_ messages: String...) throws -> ReleaseNotes {
    try ReleaseNotes(
      of: messages.enumerated().map { index, message in
        ReleaseNotes.Commit(id: String(repeating: String(index), count: 40), message: message)
      })
  }

  @Test("list notable changes, in order of importance, without internal ones")
  func sections() throws {
    let notes = try notes(
      "docs: say more", "feat(ui): greet @all", "fix: no <b>crash</b>", "feat!: drop it\n\nBREAKING CHANGE: all is new")
    #expect(notes.level == .major)
    #expect(notes.sections.map(\.title) == ["Breaking", "Added", "Fixed"])
    #expect(notes.sections.first?.entries.map(\.breakingNotes) == [["all is new"]])
    #expect(notes.sections.last?.entries.map(\.commit) == [String(repeating: "2", count: 40)])
    #expect(
      notes.markdown == """
        ### Breaking

        - drop it (3333333)
          - all is new

        ### Added

        - **ui:** greet `@all` (1111111)

        ### Fixed

        - no &lt;b>crash&lt;/b> (2222222)
        """)
  }

  @Test("without changes have a text, and no next version")
  func nothing() throws {
    let notes = try notes("docs: say more")
    #expect(notes.level == .none && notes.sections.isEmpty && notes.markdown == "No notable changes.")
    #expect(try notes.version(after: [Version("1.4.2")]) == nil)
  }

  @Test(
    "determine the next version",
    arguments: [
      (["fix: a"], [], nil, "0.1.0"), (["fix: a"], ["1.4.1", "1.4.2"], nil, "1.4.3"),
      (["fix: a", "feat: b"], ["1.4.2", "1.0.0"], nil, "1.5.0"), (["feat!: b"], ["1.4.2"], nil, "2.0.0"),
      (["feat!: b"], ["0.4.2"], nil, "0.5.0"), (["feat: b"], ["1.4.2"], "beta", "1.5.0-beta.1"),
      (["feat: b"], ["1.4.2", "1.5.0-beta.1"], "beta", "1.5.0-beta.2"),
      (["fix: b"], ["1.4.2", "1.5.0-beta.1"], nil, "1.5.0"),
      (["chore: x\n\nRelease-As: v3.0.0"], ["1.4.2"], nil, "3.0.0"),
    ] as [([String], [String], String?, String)])
  func next(messages: [String], released: [String], prereleaseID: String?, expected: String) throws {
    let commits = messages.enumerated().map { index, message in
      ReleaseNotes.Commit(id: String(repeating: String(index), count: 40), message: message)
    }
    let version = try ReleaseNotes(of: commits).version(
      after: released.map { try Version($0) }, prereleaseID: prereleaseID)
    #expect(version?.description == expected)
  }

  @Test("omit merges, and reverted commits")
  func leftOut() throws {
    let id = String(repeating: "a", count: 40)
    let notes = try ReleaseNotes(of: [
      ReleaseNotes.Commit(id: String(repeating: "c", count: 40), message: "Merge branch 'feat: x'", isMerge: true),
      ReleaseNotes.Commit(
        id: String(repeating: "b", count: 40), message: "Revert \"feat: x\"\n\nThis reverts commit \(id)."),
      ReleaseNotes.Commit(id: id, message: "feat: x"),
    ])
    #expect(notes.level == .none)
  }

  @Test("are refused for an invalid commit, and for an invalid footer")
  func refusals() throws {
    let id = #expect(throws: MartletError.self) {
      try ReleaseNotes(of: [ReleaseNotes.Commit(id: "HEAD", message: "feat: x")])
    }
    #expect(id?.description == "error: `HEAD` is not a commit id, expected 40 or 64 hexadecimal digits")
    let footer = #expect(throws: MartletError.self) { try notes("fix: a\n\nRelease-As: soon") }
    #expect(
      footer?.description == """
        error: `Release-As: soon` of commit 0000000 is not a version, expected one such as `1.5.0`
        hint: name the version yourself, or add a later `Release-As:` in a newer commit
        """)
    let tooLow = try notes("fix: a\n\nRelease-As: 1.0.0")
    let error = #expect(throws: MartletError.self) { try tooLow.version(after: [Version("1.4.2")]) }
    #expect(
      error?.problems.map(\.message) == [
        "`Release-As: 1.0.0` of commit 0000000 does not come after `1.4.2`, expected a later version"
      ])
  }
}
