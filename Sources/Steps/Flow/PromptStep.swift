import Lanes
import MartletCore

/// Prompts for a text.
package struct PromptStep: Step {
  package static let keyword = "prompt"
  package static let phase = StepPhase.always
  package static let summary =
    "Prompts for a text. Later steps read it as `${steps.ID.answer}`, so the step needs an `id`."
  package static let parameters = [
    Parameter<Self>.main("text", \.text, "The question.", .required),
    Parameter<Self>("type", \.kind, "The type of the answer."),
    Parameter<Self>("values", \.choices, "The values to choose from; sets the type to `choice`."),
    Parameter<Self>("default", \.defaultAnswer, "The answer if the user presses <enter>, and in non-interactive runs."),
    Parameter<Self>("env", \.variable, "The environment variable with the answer."),
    Parameter<Self>(
      "secret", \.isSecret, "Whether the answer is secret: then only a command's environment can contain it."),
  ]
  package static let outputs = [StepOutput("answer", "The answer.")]

  package var text: Template = ""
  package var kind = LaneParameter.Kind.string
  package var choices: [Verbatim] = []
  package var defaultAnswer: Template?
  package var variable: Verbatim?
  package var isSecret = false

  package init() {}

  package func mistakes(id: String?) -> [StepProblem] {
    if isSecret, defaultAnswer != nil {
      var mistake = StepProblem(.secretWithDefault)
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
    return errors.map { StepProblem($0) }
  }

  /// Returns the requirements for an answer.
  private func answer(named name: String) -> LaneParameter {
    var expected = LaneParameter(name: name)
    expected.kind = choices.isEmpty ? kind : .choice
    expected.choices = choices.map(\.text)
    expected.isSecret = isSecret
    return expected
  }

  package func plan(_ draft: Draft) throws -> Decision {
    guard let id = draft.stepID else { throw Failure.promptWithoutID }
    let isSecret = isSecret || variable.map { draft.isCredential($0.text) } == true
    var expected = answer(named: id)
    expected.isSecret = isSecret
    var question = Question(
      id: id, text: try draft.text(of: text),
      kind: isSecret ? .secret : choices.isEmpty ? .text : .choice(expected.choices))
    question.defaultAnswer = try defaultAnswer.map(draft.text(of:))
    question.variable = variable?.text
    let answer = try draft.answers.answer(to: question) { expected.problem(with: $0) }
    let value = try expected.value(answer)
    var decision = Decision()
    if isSecret || SecretName.isLikely(value: value) {
      decision.secrets = ["steps.\(id).answer": Secret(value)]
    } else {
      decision.outputs = ["answer": value]
    }
    return decision
  }
}

extension Failure {
  static let promptWithoutID = Failure(
    "`prompt` has no `id`, so no step can read the answer",
    hint: "add `id: NAME` beside `prompt`, and read the answer as `${steps.NAME.answer}`")
  static let promptWithoutValues = Failure(
    "missing `values` for the type `choice`", hint: "add the values, such as `values: [stable, beta]`")
  static let secretWithDefault = Failure(
    "the answer is secret, so it cannot have a `default`",
    hint: "set `env` to the environment variable with the secret")

  static func badDefault(_ text: String, expected: String) -> Failure {
    Failure("the default is `\(text)`, expected \(expected)")
  }
}
