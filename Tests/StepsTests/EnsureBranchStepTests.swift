import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The check branch")
struct EnsureBranchStepTests {
  private func planning(_ head: HeadState) -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.world.headState = head
    return planning
  }

  @Test("accepts the branch with that name", arguments: ["main", "release/1.5"])
  func right(branch: String) throws {
    #expect(try planning(.branch(branch, .first)).plan("- ensure: {branch: \(branch)}").lines == [])
  }

  @Test(
    "compares the whole name, not a pattern", arguments: ["maintenance", "domain", "Main", "main2", "feature/main"])
  func wrong(branch: String) throws {
    #expect(
      try planning(.branch(branch, .first)).failure("- ensure: {branch: main}")
        == """
        error: branch `\(branch)` is checked out, expected `main`
        hint: create it with `git switch --create main`, or expect another one
        """)
  }

  @Test(
    "replaces `*` by any text, and accepts one of several names", arguments: ["main", "release/1.5", "release/a/b"])
  func patterns(branch: String) throws {
    #expect(try planning(.branch(branch, .first)).plan("- ensure: {branch: [main, release/*]}").lines == [])
    #expect(try planning(.branch(branch, .first)).plan("- ensure: {branch: [\"*i*n*\", \"*/*\"]}").lines == [])
  }

  @Test("compares all of a pattern but its `*`", arguments: ["ma.*", "*/main", "m*x", "m*a*i*nn", "mai*in"])
  func otherPatterns(pattern: String) throws {
    #expect(
      try planning(.branch("main", .first)).failure("- ensure: {branch: '\(pattern)'}")
        == """
        error: branch `main` is checked out, expected `\(pattern)`
        hint: check out a branch whose name matches, or create one with `git switch --create`
        """)
  }

  @Test("accepts the branch that the CI system builds if only its commit is checked out")
  func pipeline() throws {
    var planning = planning(.detached(.first))
    planning.world.environment = ["GITLAB_CI": "1", "CI_COMMIT_BRANCH": "main", "CI_COMMIT_SHA": ObjectID.first.hex]
    #expect(try planning.plan("- ensure: {branch: main}\n- message: on ${branch}").lines == ["message: show “on main”"])
    #expect(
      try planning.failure("- ensure: {branch: other}") == """
        error: branch `main` is checked out, expected `other`
        hint: create it with `git switch --create other`, or expect another one
        """)
  }

  @Test(
    "does not accept it if another commit is checked out, or the system names none",
    arguments: [
      (
        ["GITLAB_CI": "1", "CI_COMMIT_BRANCH": "a'b", "CI_COMMIT_SHA": String(repeating: "2", count: 40)],
        """
        error: HEAD is at 1111111 without a branch, and GitLab CI builds `a'b` at 2222222
        hint: to release this commit, run `git switch -C 'a'\\''b'`
        """
      ),
      (
        ["BUILDKITE": "true", "BUILDKITE_BRANCH": "main", "BUILDKITE_COMMIT": "HEAD"],
        """
        error: HEAD is at 1111111 without a branch, and Buildkite builds `main` at an unknown commit
        hint: to release this commit, run `git switch -C main`
        """
      ),
      (
        ["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/tags/1.5.0", "GITHUB_SHA": ObjectID.first.hex],
        """
        error: no branch is checked out (detached at 1111111), expected one
        hint: the pipeline builds the tag `1.5.0`: run the lane in a branch build
        """
      ),
      (
        ["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/pull/12/merge", "GITHUB_SHA": ObjectID.first.hex],
        """
        error: no branch is checked out (detached at 1111111), expected one
        hint: the pipeline builds a pull request: run the lane in a branch build
        """
      ),
    ])
  func otherCommit(environment: [String: String], words: String) throws {
    var planning = planning(.detached(.first))
    planning.world.variables = environment
    #expect(try planning.failure("- ensure: {branch: main}") == words)
  }

  @Test("requires a branch with a commit")
  func none() throws {
    #expect(
      try planning(.detached(.first)).failure("- ensure: {branch: main}")
        == """
        error: no branch is checked out (detached at 1111111), expected one
        hint: check out the branch to release from, for example with `git switch -`, which goes back to the last one
        """)
    #expect(
      try planning(.unborn("main")).failure("- ensure: {branch: main}")
        == """
        error: branch `main` has no commit yet, expected at least one
        hint: create a commit first
        """)
  }
}
