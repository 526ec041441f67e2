import Foundation
import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("A lane's plan")
struct PlannerTests {
  private func run(
    _ text: String, _ lane: String = "release", answers: TestAnswers = TestAnswers(), failingIn stop: Int? = nil,
    outputs: [Int: String] = [:]
  ) throws -> [String] {
    var planner = try LanePlanning(text, answers: answers).start(laneNamed: lane)
    return try planner.runLines(failingIn: stop, outputs: outputs)
  }

  /// Every place of the life cycle prints where it is; `release` calls `inner`.
  private func lifeCycle(inner step: String) -> String {
    """
    before_all: [message: file before]
    after_all: [message: file after]
    on_error: [message: "file error: ${error.lane}, ${error.step}, ${error.message}"]
    finally: [message: file finally]
    lanes:
      release:
        before_all: [message: lane before]
        after_all: [message: lane after]
        on_error: [message: lane error]
        finally: [message: lane finally]
        steps:
          - message: one
          - lane: inner
          - message: two
      inner:
        before_all: [message: inner before]
        after_all: [message: inner after]
        on_error: [message: inner error]
        finally: [message: inner finally]
        steps:
          - \(step)
    """
  }

  @Test("runs the life cycle of the named lane, and of a called lane only its end")
  func order() throws {
    let lines = try run(lifeCycle(inner: "message: inner"))
    #expect(
      lines == [
        "file before", "lane before", "one", "inner", "inner finally", "two", "lane after", "file after",
        "[2] lane finally", "[2] file finally",
      ])
  }

  @Test("passes a failure from the inner lane to the outer one to the file, and then ends")
  func failure() throws {
    #expect(
      try run(lifeCycle(inner: "ensure: {branch: release}")) == [
        "inner error", "lane error",
        "file error: inner, ensure branch, branch `main` is checked out, expected `release`",
        "inner finally", "lane finally", "file finally",
      ])
  }

  @Test("skips the handlers of a lane that has ended")
  func failureAfterCall() throws {
    let text = lifeCycle(inner: "message: inner").replacing("message: two", with: "ensure: {branch: x}")
    #expect(
      try run(text) == [
        "lane error", "file error: release, ensure branch, branch `main` is checked out, expected `x`", "lane finally",
        "file finally",
      ])
  }

  @Test("hides a lane's names from its surroundings")
  func scopes() throws {
    let text = """
      after_all: [run: [after]]
      on_error: [run: [failed]]
      finally: [run: [last]]
      lanes:
        release:
          parameters: {notes: {default: mine}}
          steps: [{run: [inside]}, {ensure: {branch: x}}]
        fine:
          parameters: {notes: {default: mine}}
          finally: [run: [own]]
          steps: [run: [inside]]
      """
    for lane in ["release", "fine"] {
      var planner = try LanePlanning(text)
        .start(laneNamed: lane)
      var seen: [String: String] = [:]
      func look(_ plan: Plan) {
        for case .runCommand(let run) in plan.entries.map(\.effect) {
          seen[run.line] = run.environment["MARTLET_NOTES"] ?? "none"
        }
      }
      do {
        while let plan = try planner.nextStage() {
          look(plan)
          planner.proceed(after: [:])
        }
      } catch {
        planner.handle(FailureFacts(step: "", message: "", lane: ""))
        while let plan = try planner.nextStage(), !plan.entries.isEmpty { look(plan) }
      }
      planner.finish()
      while let plan = try planner.nextStage(), !plan.entries.isEmpty { look(plan) }
      #expect(
        seen
          == (lane == "release"
            ? ["inside": "mine", "failed": "none", "last": "none"]
            : ["inside": "mine", "after": "none", "own": "mine", "last": "none"]))
    }
  }

  @Test("ends a stage after a command, and has no empty stage")
  func stages() throws {
    let text = """
      lanes:
        release:
          steps:
            - bump: minor
            - run: [make]
            - message: ${version}
            - confirm: {text: Sure?, steps: [run: [upload]]}
      """
    let planner = try LanePlanning(text, answers: TestAnswers(confirmation: true)).start(laneNamed: "release")
    var staged = planner
    var stages: [[String]] = []
    while let plan = try staged.nextStage() {
      stages.append(plan.lines)
      staged.proceed(after: [:])
    }
    #expect(stages == [["write VERSION", "run make"], ["[2] 1.5.0", "[2] run upload"]])
    var previewed = planner
    #expect(try previewed.preview().lines == ["write VERSION", "run make", "[2] 1.5.0", "[2] run upload"])
  }

  @Test("has a command's output after its stage, and reports unknown values in a preview")
  func captures() throws {
    let text = """
      lanes:
        release:
          steps:
            - run: {command: [git, describe], capture: true}
              id: found
            - message: It is ${steps.found.output}.
            - ensure: {branch: "${steps.found.output}"}
            - push
      """
    let preview = try LanePlanning(text).plan(laneNamed: "release")
    #expect(preview.lines == ["run git describe", "[2] It is ${steps.found.output}."])
    #expect(
      preview.remarks == [
        "not known before the run: `ensure branch` and 1 later step, because `steps.found.output` is not known before "
          + "the step `found` has run"
      ])
    let lines = try run(
      text.replacing("ensure: {branch: \"${steps.found.output}\"}\n      - push", with: "tag"),
      outputs: [1: "$(id) ${version}"])
    #expect(lines == ["run git describe", "[2] It is $(id) ${version}.", "[2] tag 1.4.2 at 1111111"])
  }

  @Test("reports a definite mistake of a later stage when that stage is planned")
  func previewOfLaterStage() throws {
    let text = """
      lanes:
        release:
          steps:
            - run: [make]
            - confirm: {text: Sure?, steps: [ensure: {branch: x}]}
      """
    #expect(try run(text, answers: TestAnswers(confirmation: true)) == ["run make"])
    var planner = try LanePlanning(text, answers: TestAnswers(confirmation: true)).start(laneNamed: "release")
    _ = try planner.nextStage()
    planner.proceed(after: [:])
    let failure = #expect(throws: StepFailure.self) { try planner.nextStage() }
    #expect(failure?.diagnostics.map(\.message) == ["branch `main` is checked out, expected `x`"])
    #expect(failure?.place?.line == 6)
  }

  @Test("contains a commit, a tag and a push of planned files")
  func release() throws {
    let text = "lanes:\n  release:\n    steps: [{bump: minor}, commit, tag, push]\n"
    let plan = try LanePlanning(text).plan(laneNamed: "release")
    #expect(plan.lines == ["write VERSION", "commit Version 1.5.0 at 1111111", "tag 1.5.0 at #2", "push main 1.5.0"])
    #expect(plan.version?.current.description == "1.5.0")
    #expect(plan.hasOutwardEffects)
  }

  @Test("a tag is at the run's own commit, unless a command declares that it changes HEAD")
  func headAfterStage() throws {
    func tag(_ run: String) throws -> String? {
      try self.run("lanes:\n  release:\n    steps: [{bump: minor}, commit, {run: \(run)}, tag]\n").last
    }
    #expect(try tag("[git, commit, --amend]") == "[2] tag 1.5.0 at #2")
    #expect(try tag("{command: [git, commit, --amend], changes: [head]}") == "[2] tag 1.5.0 at 1111111")
  }

  @Test("omits planned but unperformed effects in on_error")
  func forgets() throws {
    let text = """
      on_error: [commit, {tag: {name: failed, message: x}}]
      lanes:
        release:
          steps: [{bump: minor}, commit, tag, {ensure: {branch: x}}]
      """
    #expect(try run(text) == ["tag failed at 1111111"])
  }

  @Test("pushes no tag in on_error that the failed lane found and kept")
  func forgetsKeptTags() throws {
    let text = """
      on_error: [{tag: {name: failed, message: x}}, push]
      lanes:
        release:
          steps: [tag, {ensure: {branch: x}}]
      """
    var workspace = project
    workspace.tagNames = ["1.4.2": .first]
    var planner = try LanePlanning(text, in: workspace).start(laneNamed: "release")
    #expect(try planner.runLines() == ["tag failed at 1111111", "push main failed"])
  }

  @Test("is the same, byte for byte, when it is made twice")
  func sameBytes() throws {
    let text = """
      lanes:
        release:
          parameters: {b: {default: '1'}, a: {default: '2'}, c: {}, d: {}, e: {}}
          steps:
            - bump: minor
            - run: {command: [make], environment: {Z: '1', Y: '2', X: '3', W: "${a}"}, outputs: [b, a]}
            - commit
            - tag
            - push
      """
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let plans = try (0..<5).map { _ in try encoder.encode(LanePlanning(text).plan(laneNamed: "release")) }
    #expect(Set(plans).count == 1)
  }

  @Test("refuses lanes with too many steps")
  func stepLimit() throws {
    var text = "lanes:\n  l0:\n    steps: [message: x]\n"
    for index in 1...40 { text += "  l\(index):\n    steps: [{lane: l\(index - 1)}, {lane: l\(index - 1)}]\n" }
    let failure = #expect(throws: StepFailure.self) { try LanePlanning(text).plan(laneNamed: "l40") }
    #expect(
      failure?.diagnostics.map(\.message) == [
        "the lane has more than 10000 steps, including those of the lanes that it calls"
      ])
  }

  @Test("accepts a long chain of lanes")
  func chain() throws {
    var text = "lanes:\n  l0:\n    steps: [message: x]\n"
    for index in 1...1500 { text += "  l\(index):\n    steps: [lane: l\(index - 1)]\n" }
    #expect(try LanePlanning(text).plan(laneNamed: "l1500").lines == ["x"])
  }

  @Test("omits a step whose condition does not hold")
  func conditions() throws {
    let text = """
      lanes:
        release:
          parameters: {channel: {default: stable}}
          steps:
            - {message: a, if: channel == stable}
            - {message: b, if: channel != stable}
            - {message: c, if: [channel == stable, not ci]}
            - {lane: inner, if: ci}
            - {confirm: Sure?, if: ci}
            - {run: [make], if: version == 1.4.2}
        inner:
          steps: [message: inner]
      """
    #expect(try run(text) == ["a", "c", "run make"])
  }
}
