import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Steps

/// Answers yes or no by the question, and records what was shown.
private final class Questions: AnswerSource {
  private let refused: Set<String>
  private(set) var shown: [String] = []

  init(no refused: Set<String> = []) {
    self.refused = refused
  }

  func answer(to question: Question, problem: (String) -> String?) throws -> String { question.defaultAnswer ?? "" }

  func confirms(_ text: String, preview: Plan) throws -> Bool {
    shown.append("\(text) \(preview.lines)")
    return !refused.contains(text)
  }
}

@Suite("A confirmation")
struct PlannerConfirmTests {
  private let nested = """
    lanes:
      release:
        steps:
          - message: a
          - confirm:
              text: Outer?
              otherwise: continue
              steps:
                - message: b
                - lane: inner
                - message: c
          - message: d
      inner:
        steps:
          - confirm: {text: Inner?, otherwise: continue, steps: [{message: x}, {run: {command: [up], outward: true}}]}
          - message: y
    """

  @Test(
    "with `otherwise: continue` performs its steps only after a yes, and the lane continues",
    arguments: [
      ([], ["a", "b", "x", "run up", "[2] y", "[2] c", "[2] d"]), (["Inner?"], ["a", "b", "y", "c", "d"]),
      (["Outer?"], ["a", "d"]), (["Outer?", "Inner?"], ["a", "d"]),
    ] as [(Set<String>, [String])])
  func answers(_ refused: Set<String>, _ expected: [String]) throws {
    var planner = try LanePlanning(nested, answers: Questions(no: refused)).start(laneNamed: "release")
    #expect(try planner.runLines() == expected)
  }

  @Test("shows the plan so far and its own subject")
  func previews() throws {
    let questions = Questions()
    var planner = try LanePlanning(nested, answers: questions).start(laneNamed: "release")
    _ = try planner.runLines()
    #expect(
      questions.shown == [
        #"Outer? ["a", "b", "x", "run up", "[2] y", "[2] c"]"#, #"Inner? ["a", "b", "x", "run up"]"#,
      ])
  }

  @Test("applies to the stages of its steps, and no further")
  func stages() throws {
    let text = """
      lanes:
        release:
          steps:
            - confirm: {text: Sure?, steps: [{run: [one]}, {run: {command: [two], outward: true}}]}
            - run: {command: [three], outward: true}
      """
    let questions = Questions()
    var planner = try LanePlanning(text, answers: questions).start(laneNamed: "release")
    var confirmed: [Bool] = []
    while let plan = try planner.nextStage() {
      confirmed.append(plan.isConfirmed)
      planner.proceed(after: [:])
    }
    #expect(confirmed == [true, true, false])
    #expect(questions.shown == [#"Sure? ["run one", "[2] run two"]"#])
  }

  @Test("does not apply to handlers of a failure below it")
  func failure() throws {
    let text = """
      on_error: [run: {command: [tell], outward: true}]
      lanes:
        release:
          steps:
            - confirm: {text: Sure?, steps: [{run: [one]}]}
            - confirm: {text: Again?, steps: [{run: {command: [two], capture: true}, id: x}, {message: "${steps.x.output}"}]}
      """
    var planner = try LanePlanning(text, answers: Questions()).start(laneNamed: "release")
    _ = try planner.nextStage()
    planner.proceed(after: [:])
    _ = try planner.nextStage()
    planner.handle(FailureFacts(step: "run", message: "", lane: "release"))
    #expect(try planner.nextStage()?.isConfirmed == false)
  }

  @Test("without steps stops the lane after a no")
  func withoutSteps() throws {
    let text = "lanes:\n  release:\n    steps: [{confirm: 'Go, ${version}?'}, {message: on}]\n"
    var planner = try LanePlanning(text, answers: Questions()).start(laneNamed: "release")
    #expect(try planner.runLines() == ["on"])
    planner = try LanePlanning(text, answers: Questions(no: ["Go, 1.4.2?"])).start(laneNamed: "release")
    let failure = #expect(throws: StepFailure.self) { try planner.nextStage() }
    #expect(failure?.underlying as? Failure == Failure("declined", exit: .declined))
  }
}
