import Lanes
import Versioning

/// Asks for a text.
package struct PromptStep: Step {
  package static let keyword = "prompt"
  package static let summary = "Asks for a text, which is `${steps.ID.answer}` from then on; the step needs an `id`."
  package static let parameters = [
    Parameter<Self>.main("text", \.text, "The question.", .required),
    Parameter<Self>("type", \.kind, "What the answer must be."),
    Parameter<Self>("values", \.choices, "What may be chosen from; with it the type is `choice`."),
    Parameter<Self>("default", \.defaultAnswer, "The answer of <enter>, and of a run that nobody watches."),
    Parameter<Self>("env", \.variable, "The environment variable that answers it."),
    Parameter<Self>(
      "secret", \.isSecret, "Whether the answer must not be seen: then it can only go to a command's environment."),
  ]
  package static let outputs = [StepOutput("answer", "What was answered.")]

  package var text: Template = ""
  package var kind = LaneParameter.Kind.string
  package var choices: [Verbatim] = []
  package var defaultAnswer: Template?
  package var variable: Verbatim?
  package var isSecret = false

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    guard let id = draft.stepID else { throw StepError.promptWithoutID }
    var expected = LaneParameter(name: id)
    expected.kind = choices.isEmpty ? kind : .choice
    expected.choices = choices.map(\.text)
    expected.isSecret = isSecret
    var question = Question(
      id: id, text: try draft.text(of: text),
      kind: isSecret ? .secret : choices.isEmpty ? .text : .choice(expected.choices))
    question.defaultAnswer = try defaultAnswer.map(draft.text(of:))
    question.variable = variable?.text
    let answer = try draft.answers.answer(to: question) { expected.problem(with: $0) }
    let value = try expected.value(answer)
    var decision = Decision()
    if isSecret {
      decision.secrets = ["steps.\(id).answer": Secret(value)]
    } else {
      decision.outputs = ["answer": value]
    }
    return decision
  }
}
