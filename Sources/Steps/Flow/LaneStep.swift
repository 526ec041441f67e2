import Lanes

/// Runs the steps of another lane.
package struct LaneStep: FlowStep {
  package static let keyword = "lane"
  package static let phase = StepPhase.always
  package static let summary = "Runs the steps of another lane, which may be private."
  package static let parameters = [
    Parameter<Self>.main("lane", \.lane, "The lane's name.", .required),
    Parameter<Self>("with", \.arguments, "The values of its parameters."),
  ]

  package var lane = LaneName("")
  package var arguments = NamedTexts()

  package init() {}

  package var laneCalls: [LaneCall] { [LaneCall(lane, arguments)] }

  package func givenOutputs(_ lane: (String) -> Lane?) -> [String]? {
    lane(self.lane.name).map { $0.outputs.keys.sorted() }
  }

  package func plan(with planner: inout Planner, id: String?) throws {
    try planner.call(laneNamed: lane.name, arguments: arguments.byName, id: id)
  }
}
