import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The check clean")
struct EnsureCleanStepTests {
  private func planning(changed: [String], untracked: [String]) throws -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.world.fileChanges =
      try changed.map { FileChange(path: try #require(RelativePath($0)), isUntracked: false) }
      + untracked.map { FileChange(path: try #require(RelativePath($0)), isUntracked: true) }
    return planning
  }

  @Test("accepts a clean working tree")
  func clean() throws {
    #expect(try planning(changed: [], untracked: []).plan("- ensure: clean").lines == [])
  }

  @Test("lists uncommitted changes")
  func dirty() throws {
    #expect(
      try planning(changed: ["b", "a"], untracked: ["c d"]).failure("- ensure: clean")
        == """
        error: the working tree is not clean: 3 uncommitted files, expected none
          changed    a
          changed    b
          untracked  c d
        hint: commit them, or stash them with `git stash --include-untracked`
        """)
  }

  @Test("lists ten, and counts the others")
  func many() throws {
    let names = (10..<22).map { "f\($0)" }
    let lines = names.prefix(10).map { "  changed    \($0)\n" }.joined()
    #expect(
      try planning(changed: names, untracked: ["u"]).failure("- ensure: clean")
        == """
        error: the working tree is not clean: 13 uncommitted files, expected none
        \(lines)  … and 3 more
        hint: commit them, or stash them with `git stash --include-untracked`
        """)
    #expect(try !planning(changed: Array(names.prefix(10)), untracked: []).failure("- ensure: clean").contains("more"))
  }

  @Test("accepts only untracked files on request")
  func untracked() throws {
    #expect(try planning(changed: [], untracked: ["u"]).plan("- ensure: {clean: {allow_untracked: true}}").lines == [])
    #expect(
      try planning(changed: ["a"], untracked: ["u"]).failure("- ensure: {clean: {allow_untracked: true}}")
        == """
        error: the working tree is not clean: 1 uncommitted file, expected none
          changed    a
        hint: commit them, or stash them with `git stash --include-untracked`
        """)
  }

  @Test("detects uncommitted files of the lane itself")
  func draft() throws {
    let planning = try planning(changed: [], untracked: [])
    #expect(
      try planning.failure("- bump: minor\n- ensure: clean")
        == """
        error: the working tree is not clean: 1 uncommitted file, expected none
          changed    VERSION
        hint: commit them, or stash them with `git stash --include-untracked`
        """)
    #expect(try planning.plan("- bump: minor\n- commit\n- ensure: clean").lines.count == 2)
  }

  @Test("is refused during another git command, even without changes")
  func unfinished() throws {
    var planning = try planning(changed: [], untracked: [])
    planning.world.operation = "rebase"
    #expect(
      try planning.failure("- ensure: clean")
        == """
        error: a `git rebase` is in progress, expected none
        hint: finish it, or end it with `git rebase --abort`
        """)
  }

  @Test("shows a file's name with its control characters escaped")
  func escapes() throws {
    #expect(
      try planning(changed: ["a\u{1B}[2J"], untracked: []).failure("- ensure: clean").contains(
        "  changed    a\\u{1b}[2J\n"))
  }
}
