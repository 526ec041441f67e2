import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step commit")
struct CommitStepTests {
  @Test("commits the run's files on the current branch")
  func plain() throws {
    #expect(
      try Planning(version: "1.4.2").plan("- bump: minor\n- commit").lines == [
        "bump: write VERSION -1 +1", "commit: commit “Version 1.5.0” of VERSION on main after 1111111",
      ])
  }

  @Test("accepts a message and disables the hooks on request")
  func given() throws {
    #expect(
      try Planning(version: "1.4.2").plan(
        "- bump: minor\n- commit: {message: '${project}: ${previous_version}', hooks: no}"
      )
      .lines.last == "commit: commit “CoolApp: 1.4.2” of VERSION on main after 1111111 without hooks")
  }

  @Test("includes a file once, and again only after another write")
  func twice() throws {
    let plan = try Planning(version: "1.4.2").plan(
      "- bump: 1.5.0\n- bump: 1.6.0\n- commit\n- commit\n- bump: 1.7.0\n- commit")
    #expect(
      plan.lines == [
        "bump: write VERSION -1 +1", "bump: write VERSION -1 +1",
        "commit: commit “Version 1.6.0” of VERSION on main after 1111111", "bump: write VERSION -1 +1",
        "commit: commit “Version 1.7.0” of VERSION on main after entry 3",
      ])
    #expect(plan.remarks == ["nothing to commit: no earlier step wrote a file"])
  }

  @Test("does nothing if the run wrote nothing")
  func nothing() throws {
    let plan = try Planning(version: "1.4.2").plan("- commit")
    #expect(plan.lines == [])
    #expect(plan.remarks == ["nothing to commit: no earlier step wrote a file"])
  }

  @Test(
    "is refused if the commit would not be on a branch",
    arguments: [
      (
        HeadState.detached(.first),
        """
        error: no branch is checked out (detached at 1111111), expected one
        hint: check out the branch to release from, for example with `git switch -`, which goes back to the last one
        """
      ),
      (
        HeadState.unborn("trunk"),
        """
        error: branch `trunk` has no commit yet, expected at least one
        hint: create a commit first
        """
      ),
    ])
  func noBranch(head: HeadState, words: String) throws {
    var planning = Planning(version: "1.4.2")
    planning.world.headState = head
    #expect(try planning.failure("- bump: minor\n- commit") == words)
  }

  @Test(
    "is refused during another git command",
    arguments: [
      ("merge", "finish it, or end it with `git merge --abort`"), ("am", "finish it, or end it with `git am --abort`"),
      ("cherry-pick", "finish it, or end it with `git cherry-pick --abort`"),
      ("bisect", "end it with `git bisect reset`"),
    ])
  func unfinished(operation: String, hint: String) throws {
    var planning = Planning(version: "1.4.2")
    planning.world.operation = operation
    // Also without the check for a clean tree that such a lane has.
    for checks in ["", "- ensure: []\n"] {
      let found = try planning.failure("\(checks)- bump: minor\n- commit")
      #expect(
        found
          == "error: a `git \(operation)` is in progress, expected none\nhint: \(hint)")
    }
  }

  @Test("refuses an empty message")
  func emptyMessage() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.environment = ["WORDS": " \n"]
    #expect(
      try planning.failure("- bump: minor\n- commit: ${env.WORDS}")
        == "error: the message of `commit` is empty, expected some text")
  }
}
