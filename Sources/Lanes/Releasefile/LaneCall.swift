/// A call of a lane by a step, with its arguments.
package struct LaneCall: Hashable, Sendable {
  package let lane: LaneName
  package let arguments: NamedTexts

  package init(_ lane: LaneName, _ arguments: NamedTexts) {
    self.lane = lane
    self.arguments = arguments
  }
}

/// A type that can call lanes, directly or through its steps.
package protocol LaneCalling {
  /// The lanes that it calls, directly or through its steps.
  var laneCalls: [LaneCall] { get }
}

extension StepDeclaration: LaneCalling {
  package var laneCalls: [LaneCall] { step.laneCalls }
}

extension LifeCycle: LaneCalling {
  package var laneCalls: [LaneCall] { steps.flatMap(\.laneCalls) }
}

extension Lane: LaneCalling {
  package var laneCalls: [LaneCall] { steps.flatMap(\.laneCalls) + lifeCycle.laneCalls }
}
