import Lanes

/// Asks before going on.
package struct ConfirmStep: FlowStep {
  package static let keyword = "confirm"
  package static let summary =
    "Asks before its steps are done; a no skips them and the lane goes on. Without steps a no stops the lane."
  package static let parameters = [
    Parameter<Self>.main("text", \.text, "The question.", .required),
    Parameter<Self>("steps", \.steps, "What is done after a yes."),
  ]

  package var text: Template = ""
  package var steps: [StepDeclaration] = []

  package init() {}

  package var laneCalls: [LaneCall] { steps.flatMap(\.laneCalls) }

  package func plan(with planner: inout LanePlanner, id: String?) throws {
    let isConfirmed = try planner.confirm(text, then: steps)
    if !isConfirmed, steps.isEmpty { throw LaneError.declined(try planner.draft.text(of: text)) }
  }
}
