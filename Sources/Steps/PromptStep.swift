import Lanes
import TextEditing
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

  package func mistakes(id: String?) -> [StepMistake] {
    if isSecret, defaultAnswer != nil {
      var mistake = StepMistake(.secretWithDefault)
      mistake.isConfidential = true
      return [mistake]
    }
    var errors: [Failure] = []
    if id == nil { errors.append(.promptWithoutID) }
    if kind == .choice, choices.isEmpty { errors.append(.promptWithoutValues) }
    if let variable, !variable.text.isVariableName { errors.append(.badVariableName(variable.text)) }
    let expected = answer(named: "default")
    if errors.isEmpty, let text = defaultAnswer?.literal, expected.problem(with: text) != nil {
      errors.append(.badDefault(text, expected: expected.expectation))
    }
    return errors.map { StepMistake($0) }
  }

  /// What an answer must be.
  private func answer(named name: String) -> LaneParameter {
    var expected = LaneParameter(name: name)
    expected.kind = choices.isEmpty ? kind : .choice
    expected.choices = choices.map(\.text)
    expected.isSecret = isSecret
    return expected
  }

  package func plan(_ draft: Draft) throws -> Decision {
    guard let id = draft.stepID else { throw Failure.promptWithoutID }
    let expected = answer(named: id)
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

extension Failure {
  static let promptWithoutID = Failure(
    "`prompt` without an `id`, so nothing could read the answer",
    hint: "add `id: NAME` beside `prompt`, and read it as `${steps.NAME.answer}`")
  static let promptWithoutValues = Failure(
    "a choice without values, expected `values`", hint: "add the values, such as `values: [stable, beta]`")
  static let secretWithDefault = Failure(
    "the answer is secret, so it cannot stand here as `default`",
    hint: "name the environment variable that holds it with `env`")

  static func badDefault(_ text: String, expected: String) -> Failure {
    Failure("the default is `\(text)`, expected \(expected)")
  }
}
