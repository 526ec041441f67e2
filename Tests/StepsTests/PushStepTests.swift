import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step push")
struct PushStepTests {
  private static let release = "- bump: minor\n- commit\n- tag\n"
  private static let both = "refs/heads/main:refs/heads/main, refs/tags/1.5.0:refs/tags/1.5.0 new"

  private func lastLine(_ steps: String, _ change: (inout TestWorkspace) -> Void = { _ in }) throws -> String? {
    var planning = Planning(version: "1.4.2")
    change(&planning.world)
    return try planning.plan(Self.release + steps).lines.last
  }

  @Test("pushes the branch and the tags of the run, and nothing else")
  func release() throws {
    #expect(try lastLine("- push") == "push: push \(Self.both) to origin")
    #expect(
      try lastLine("- tag: {name: latest, message: Latest}\n- push")
        == "push: push \(Self.both), refs/tags/latest:refs/tags/latest new to origin")
  }

  @Test("pushes only the tags on request, and fails if there are none")
  func tagsOnly() throws {
    #expect(
      try lastLine("- push: {branch: false}") == "push: push refs/tags/1.5.0:refs/tags/1.5.0 new to origin")
    #expect(
      try Planning(version: "1.4.2").failure("- bump: minor\n- commit\n- push: {branch: false}")
        == "error: nothing to push: no earlier step made a commit or a tag\nhint: add `commit` or `tag` before `push`")
  }

  @Test("omits existing tags, and tags that no step has created")
  func tagAlone() throws {
    #expect(
      try Planning(version: "1.4.2", tags: ["1.4.1"]).plan("- tag\n- push").lines.last
        == "push: push refs/heads/main:refs/heads/main, refs/tags/1.4.2:refs/tags/1.4.2 new to origin")
  }

  @Test("uses git's push destination for the branch, and its name there")
  func configured() throws {
    let line = try lastLine("- push") { world in
      world.remotes = ["fork", "origin"]
      world.destination = PushDestination(remote: "fork", ref: "refs/heads/trunk")
    }
    #expect(
      line == "push: push refs/heads/main:refs/heads/trunk, refs/tags/1.5.0:refs/tags/1.5.0 new to fork")
  }

  @Test("uses a named remote, with the same name unless git is configured differently for it")
  func named() throws {
    let line = try lastLine("- push: ${env.REMOTE}") { world in
      world.remotes = ["fork", "origin"]
      world.destination = PushDestination(remote: "origin", ref: "refs/heads/trunk")
      world.environment = ["REMOTE": "fork"]
    }
    #expect(line == "push: push \(Self.both) to fork")
    let configured = try lastLine("- push: origin") { world in
      world.destination = PushDestination(remote: "origin", ref: "refs/heads/trunk")
    }
    #expect(
      configured == "push: push refs/heads/main:refs/heads/trunk, refs/tags/1.5.0:refs/tags/1.5.0 new to origin")
  }

  @Test("disables the hook on request")
  func withoutHooks() throws {
    #expect(try lastLine("- push: {hooks: false}") == "push: push \(Self.both) to origin without hooks")
  }

  @Test("expects the last known state of the remote, unless this run pushes there before")
  func expectation() throws {
    let steps = "- push\n- replace: {file: VERSION, find: '1.5.0', with: '1.5.1'}\n- commit: Again\n- push"
    var planning = Planning(version: "1.4.2")
    planning.world.knownHead = .first
    let lines = try planning.plan(Self.release + steps).lines.filter { $0.hasPrefix("push") }
    let branch = "push: push refs/heads/main:refs/heads/main"
    let tag = "refs/tags/1.5.0:refs/tags/1.5.0 new to origin"
    #expect(lines == ["\(branch) at 1111111, \(tag)", "\(branch), \(tag)"])
  }

  @Test("pushes references one by one on request")
  func oneByOne() throws {
    #expect(try lastLine("- push: {atomic: false}") == "push: push \(Self.both) to origin one by one")
  }

  @Test(
    "reports a missing setting if the destination is ambiguous",
    arguments: [
      (
        "push", [],
        """
        error: the repository has no remote to push to
        hint: add one with `git remote add origin URL`
        """
      ),
      (
        "push", ["one", "two"],
        """
        error: no push remote is configured for `main`, expected one of `one`, `two`
        hint: set `remote:` on `push`, or set a default with `git config remote.pushDefault NAME`
        """
      ),
      (
        "push: orign", ["fork", "origin"],
        """
        error: no remote `orign`, expected one of `fork`, `origin`
        hint: did you mean `origin`?
        """
      ),
      ("push: origin", [], "error: no remote `origin`"),
    ])
  func unclear(step: String, remotes: [String], words: String) throws {
    var planning = Planning(version: "1.4.2")
    planning.world.remotes = remotes
    planning.world.destination = nil
    #expect(try planning.failure(Self.release + "- \(step)") == words)
  }

  @Test("is refused if no step has made anything to push")
  func nothing() throws {
    let words =
      "error: nothing to push: no earlier step made a commit or a tag\nhint: add `commit` or `tag` before `push`"
    #expect(try Planning(version: "1.4.2").failure("- push") == words)
    #expect(try Planning(version: "1.4.2").failure("- bump: minor\n- push") == words)
  }

  @Test("sends HEAD if the CI system names its branch")
  func pipeline() throws {
    let line = try lastLine("- push") { world in
      world.headState = .detached(.first)
      world.environment = ["GITLAB_CI": "1", "CI_COMMIT_BRANCH": "main", "CI_COMMIT_SHA": ObjectID.first.hex]
    }
    #expect(line == "push: push HEAD:refs/heads/main, refs/tags/1.5.0:refs/tags/1.5.0 new to origin")
  }

  @Test("requires a branch")
  func detached() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.headState = .detached(.first)
    #expect(
      try planning.failure("- tag\n- push")
        == """
        error: no branch is checked out (detached at 1111111), expected one
        hint: check out the branch to release from, for example with `git switch -`, which goes back to the last one
        """)
  }
}
