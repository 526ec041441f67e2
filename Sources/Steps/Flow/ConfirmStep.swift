import Lanes
import MartletCore

/// Prompts for confirmation.
package struct ConfirmStep: FlowStep {
  package static let keyword = "confirm"
  package static let phase = StepPhase.always
  package static let summary =
    "Prompts before its steps run. If the answer is no, the lane stops and its changes are undone."
  package static let parameters = [
    Parameter<Self>.main("text", \.text, "The question.", .required),
    Parameter<Self>("steps", \.steps, "The steps to run after a yes."),
    Parameter<Self>(
      "otherwise", \.otherwise,
      "What happens after a no: `stop` stops the lane, `continue` skips the steps and runs the rest of the lane."),
  ]

  /// What follows a no.
  package enum Alternative: String, ParameterChoice, Hashable {
    case stop
    case `continue`
  }

  package var text: Template = ""
  package var steps: [StepDeclaration] = []
  package var otherwise = Alternative.stop

  package init() {}

  package var nestedSteps: [StepDeclaration] { steps }

  package var laneCalls: [LaneCall] { steps.flatMap(\.laneCalls) }

  package func plan(with planner: inout Planner, id: String?) throws {
    let isConfirmed = try planner.confirm(text, then: steps)
    if !isConfirmed, otherwise == .stop { throw Failure("declined", exit: .declined) }
  }
}
