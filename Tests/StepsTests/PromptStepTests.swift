import Lanes
import Steps
import TestSupport
import Testing

@Suite("The step prompt")
struct PromptStepTests {
  private var planning: Planning {
    var planning = Planning(version: "1.4.2")
    planning.answers = TestAnswers(["a": "s3cret"])
    return planning
  }

  @Test("gives its answer to later steps")
  func answer() throws {
    let plan = try planning.plan("- {prompt: What?, id: a}\n- message: ${steps.a.answer}!")
    #expect(plan.lines == ["message: show “s3cret!”"])
  }

  @Test("gives a secret answer only to the environment of a command")
  func secret() throws {
    for question in [
      "- {prompt: {text: What?, secret: true}, id: a}", "- {prompt: {text: What?, env: API_TOKEN}, id: a}",
    ] {
      #expect(
        try planning.failure("\(question)\n- message: ${steps.a.answer}!") == """
          error: `steps.a.answer` is secret and cannot be part of a text, expected it in the `environment` of `run`
          """)
      let plan = try planning.plan("\(question)\n- run: {command: [make], environment: {TOKEN: '${steps.a.answer}'}}")
      #expect(plan.lines.count == 1 && !plan.lines.joined().contains("s3cret"))
    }
  }
}
