import Lanes
import TextEditing

/// Asks before going on.
package struct ConfirmStep: FlowStep {
  package static let keyword = "confirm"
  package static let summary =
    "Asks before its steps are performed; a no ends the lane, and everything that it did is undone."
  package static let parameters = [
    Parameter<Self>.main("text", \.text, "The question.", .required),
    Parameter<Self>("steps", \.steps, "What is done after a yes."),
    Parameter<Self>(
      "otherwise", \.otherwise,
      "What a no does: `stop` ends the lane, `continue` leaves out the steps and goes on behind them."),
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
    if !isConfirmed, otherwise == .stop { throw Failure.declined(try planner.draft.text(of: text)) }
  }
}

extension Failure {
  static func declined(_ text: String) -> Failure { Failure("declined: \(text)", exit: .declined) }
}
