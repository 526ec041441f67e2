import MartletChangelogs
import MartletCore
import Testing

@Suite("A change")
struct ChangeTests {
  @Test(
    "finds issues and pull requests where a reader would see one",
    arguments: [
      ("fix: crash (#12)", "#12"), ("fix: crash\n\nCloses #12", "#12!"),
      ("fix: crash\n\ncloses: #12, #13 and #14", "#12! #13! #14!"),
      ("fix: crash\n\nFixes #12\nRefs #13", "#12! #13"), ("fix #12: crash, see #13", "#12! #13"),
      ("fix: crash\n\nResolves owner/name#12", "owner/name#12!"), ("fix: see GH-12", "#12"),
      ("fix: crash\n\nSee merge request group/sub/project!12", "group/sub/project!12"), ("fix: (!12)", "!12"),
      ("fix: colour #123abc and #fff", ""), ("fix: https://example.com/a#12", ""), ("fix: name#12", ""),
      ("fix: #12 and #12\n\nCloses #12", "#12!"), ("feat: for #12\n\nCloses #12", "#12!"), ("fix: no. #", ""),
      ("fix: 1-2 and UTF-8", ""),
      ("fix: !important", ""),
      ("fix: #1234567890123", ""), ("fix: prefixes #12", "#12"), ("Fixed: #1, but not #2", "#1! #2"),
    ])
  func references(_ message: String, _ expected: String) {
    let found = Change(.example(message)).references.map { "\($0.description)\($0.isClosed ? "!" : "")" }
    #expect(found.joined(separator: " ") == expected)
  }

  @Test("has its author and co-authors, without duplicates")
  func authors() {
    let change = Change(
      .example(
        """
        feat: pair

        Co-authored-by: B. Other <b@example.com>
        co-authored-by: Again <AUTHOR@example.com>
        Co-Authored-By: B. Other <B@example.com>
        Co-authored-by: Nameless
        Co-authored-by: <nobody@example.com>
        """))
    #expect(change.authors.map(\.name) == ["A. Author", "B. Other", "Nameless"])
  }

  @Test(
    "identifies the commit that it reverts",
    arguments: [
      (
        "Revert \"feat: x\"\n\nThis reverts commit 1234567890123456789012345678901234567890.",
        ["1234567890123456789012345678901234567890"], [], "feat: x"
      ),
      ("Reapply \"feat: x\"\n\nThis reverts commit 1234567.", ["1234567"], [], "feat: x"),
      ("Revert \"feat: \"x\"\" (#13)\n\nReverts owner/name#12", [], ["12"], "feat: \"x\""),
      ("revert: feat: x\n\nRefs: 676104e, A215868", ["676104e", "a215868"], [], nil),
      ("revert(ui)!: x\n\nThis reverts commit abcdef0, reversing\nchanges made to 1234567.", ["abcdef0"], [], nil),
    ] as [(String, [String], [String], String?)])
  func reversion(_ message: String, _ commits: [String], _ pullRequests: [String], _ header: String?) {
    let reversion = Change(.example(message)).reversion
    #expect(reversion?.commits == commits)
    #expect(reversion?.pullRequests == pullRequests)
    #expect(reversion?.header == header)
  }

  @Test(
    "is not a revert if its text only mentions one",
    arguments: ["fix: Revert \"x\"", "Revert x", "docs: this reverts commit 1234567", "Revert \""])
  func noReversion(_ message: String) {
    #expect(Change(.example(message)).reversion == nil)
  }
}

@Suite("The changes of a range")
struct ChangeListTests {
  /// The headers of the remaining changes, from commits given oldest first.
  private func standing(_ messages: (String, parents: Int)...) -> [String] {
    let commits = messages.enumerated().map { CommitRecord.example($1.0, $0, parents: $1.parents) }
    return ChangeList(commits.reversed()).changes.map(\.message.header)
  }

  @Test("exclude merges, unless these have a type")
  func merges() {
    #expect(
      standing(("feat: a", 1), ("Merge branch 'b'", 2), ("feat: squash (#1)", 2)) == ["feat: squash (#1)", "feat: a"])
  }

  @Test("exclude reverted changes and their reverts")
  func reverts() {
    let id = ObjectID.example(0).hex
    #expect(standing(("feat: a", 1), ("Revert \"feat: a\"\n\nThis reverts commit \(id).", 1)) == [])
    #expect(standing(("feat: a", 1), ("revert: a\n\nRefs: \(ObjectID.example(0).short)", 1)) == [])
    #expect(standing(("feat: a (#1)", 1), ("Revert \"feat: a (#1)\" (#2)\n\nReverts owner/name#1", 1)) == [])
    #expect(
      standing(
        ("feat: a", 1), ("Revert \"feat: a\"\n\nThis reverts commit \(id).", 1),
        ("Revert \"feat: x\"\n\nThis reverts commit 0999999.", 1)) == ["Revert \"feat: x\""], "not the next id")
    #expect(
      standing(("feat: a", 1), ("Revert \"feat: a\"\n\nThis reverts commit 9999999.", 1)) == [],
      "by its header, after a rebase")
    #expect(
      standing(("feat: b (#1)", 1), ("Revert \"feat: a\" (#2)\n\nReverts owner/name#1", 1)) == [], "by the number")
  }

  @Test("exclude each change with its own revert, if several have the same text")
  func repeatedReverts() {
    #expect(
      standing(("feat: a", 1), ("Revert \"feat: a\"", 1), ("fix: b", 1), ("Revert \"feat: a\"", 1)) == [
        "Revert \"feat: a\"", "fix: b",
      ])
    #expect(
      standing(("feat: a", 1), ("feat: a", 1), ("Revert \"feat: a\"", 1), ("Revert \"feat: a\"", 1)) == [])
  }

  @Test("include a change that was reverted and applied again")
  func revertsOfReverts() {
    let (first, second) = (ObjectID.example(0).hex, ObjectID.example(1).hex)
    #expect(
      standing(
        ("feat: a", 1), ("Revert \"feat: a\"\n\nThis reverts commit \(first).", 1),
        ("Reapply \"feat: a\"\n\nThis reverts commit \(second).", 1)) == ["feat: a"])
  }

  @Test("include the revert of an already released change")
  func revertOfReleased() {
    #expect(
      standing(("fix: b", 1), ("Revert \"feat: a\"\n\nThis reverts commit 9999999.", 1)) == [
        "Revert \"feat: a\"", "fix: b",
      ])
    #expect(
      standing(("Revert \"feat: a\"", 1), ("feat: a", 1)) == ["feat: a", "Revert \"feat: a\""],
      "nothing newer is undone")
  }
}
