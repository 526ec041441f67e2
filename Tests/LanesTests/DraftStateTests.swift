import MartletCore
import TestSupport
import Testing

@testable import Lanes

/// What a step knows about the steps before it.
@Suite("The state of a draft")
struct DraftStateTests {
  private func lines(_ steps: String, in workspace: TestWorkspace = project) throws -> [String] {
    try LanePlanning("lanes:\n  release:\n    steps: [\(steps)]\n", in: workspace).plan(laneNamed: "release").lines
  }

  @Test("has the version before the run as the previous one, however often it is raised")
  func previousVersion() throws {
    #expect(
      try lines("{bump: minor}, {bump: minor}, {message: \"${previous_version} ${version}\"}").last == "1.4.2 1.6.0")
  }

  @Test("has no branch on a detached HEAD in the middle of a rebase, even if a pipeline names one")
  func rebase() throws {
    var workspace = project
    workspace.headState = .detached(.first)
    workspace.environment = [
      "GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/main", "GITHUB_SHA": ObjectID.first.hex,
    ]
    #expect(try lines("{message: \"${branch}\"}", in: workspace) == ["main"])
    workspace.operation = "rebase"
    let failure = #expect(throws: StepFailure.self) { try lines("{message: \"${branch}\"}", in: workspace) }
    #expect(failure?.firstMessage == "a `git rebase` is in progress, expected none")
  }

  @Test("has no files to commit after a failure, because they were undone")
  func undoneFiles() throws {
    let text = """
      on_error: [commit, {message: failed}]
      lanes:
        release:
          steps: [{bump: minor}, {ensure: {branch: x}}]
      """
    var planner = try LanePlanning(text).start(laneNamed: "release")
    #expect(try planner.runLines() == ["failed"])
  }

  @Test("has no tag to push after a failure, because it was undone")
  func undoneTag() throws {
    let text = """
      on_error: [push, {message: failed}]
      lanes:
        release:
          steps: [{bump: minor}, {commit: One}, tag, {ensure: {branch: x}}]
      """
    let failure = #expect(throws: StepFailure.self) {
      var planner = try LanePlanning(text).start(laneNamed: "release")
      _ = try planner.runLines()
    }
    #expect(failure?.firstMessage == "nothing to push: no earlier step made a commit or a tag")
  }

  @Test("knows the branch on the remote again after a push was performed")
  func performedPush() throws {
    let text = """
      lanes:
        release:
          steps:
            - run: {command: [make], outputs: [A]}
            - commit: One
            - push
            - run: {command: [make, again], outputs: [A]}
            - commit: Two
            - push
      """
    var workspace = project
    workspace.knownHead = .first
    var planner = try LanePlanning(text, in: workspace).start(laneNamed: "release")
    var expected: [ObjectID?] = []
    while let plan = try planner.nextStage() {
      for case .pushRefs(let push) in plan.entries.map(\.effect) { expected += push.refs.map(\.expected) }
      let outcome = Outcome(files: [CommittedFile("A", .bytes(ContentDigest(of: [])))])
      planner.proceed(after: Dictionary(uniqueKeysWithValues: plan.entries.map { ($0.number, outcome) }))
    }
    #expect(expected == [.first, .first])
  }

  @Test("has a file of a command to commit only until it is committed")
  func committedOutput() throws {
    let text = """
      lanes:
        release:
          steps: [{run: {command: [make], outputs: [A]}}, {commit: One}, {run: [make, again]}, {commit: Two}]
      """
    var planner = try LanePlanning(text).start(laneNamed: "release")
    var lines: [String] = []
    while let plan = try planner.nextStage() {
      lines += plan.lines
      planner.proceed(after: [1: Outcome(files: [CommittedFile("A", .bytes(ContentDigest(of: [])))])])
    }
    #expect(lines == ["run make", "[2] commit One at 1111111", "[2] run make again"])
  }
}
