import Lanes
import Steps
import TestSupport
import Testing

@Suite("The step ensure_branch")
struct EnsureBranchStepTests {
  private func planning(_ head: HeadState) -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.world.headState = head
    return planning
  }

  @Test("lets the branch of that name pass", arguments: ["main", "release/1.5"])
  func right(branch: String) throws {
    #expect(try planning(.branch(branch, .first)).plan("- ensure_branch: \(branch)").lines == [])
  }

  @Test("takes the whole name and no pattern", arguments: ["maintenance", "domain", "Main", "main2", "feature/main"])
  func wrong(branch: String) throws {
    #expect(
      try planning(.branch(branch, .first)).failure("- ensure_branch: main")
        == """
        error: branch `\(branch)` is checked out, expected `main`
        hint: check it out with `git switch main`
        """)
  }

  @Test("does not take a pattern for one")
  func pattern() throws {
    #expect(
      try planning(.branch("main", .first)).failure("- ensure_branch: ma.*")
        == """
        error: branch `main` is checked out, expected `ma.*`
        hint: check it out with `git switch 'ma.*'`
        """)
  }

  @Test("needs a branch with a commit")
  func none() throws {
    #expect(
      try planning(.detached(.first)).failure("- ensure_branch: main")
        == """
        error: no branch is checked out (detached at 1111111), expected one
        hint: check out the branch to release from, for example with `git switch main`
        """)
    #expect(
      try planning(.unborn("main")).failure("- ensure_branch: main")
        == """
        error: branch `main` has no commit yet, expected at least one
        hint: commit something first
        """)
  }
}
