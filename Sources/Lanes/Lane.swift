/// A named list of steps.
package struct Lane: Sendable, Equatable {
  package let name: String
  /// One sentence for the list of lanes; nil when none is given.
  package var summary: String?
  /// Whether only other lanes may call it.
  package var isPrivate = false
  /// What it may be given, in the order of the file.
  package var parameters: [LaneParameter] = []
  package var steps: [StepDeclaration] = []
  /// What a lane that calls it may read afterwards, by name.
  package var outputs: [String: Template] = [:]
  package var lifeCycle = LifeCycle()

  package init(name: String) {
    self.name = name
  }

  package func parameter(named name: String) -> LaneParameter? { parameters.first { $0.name == name } }
}

/// What is done around the steps of a lane.
package struct LifeCycle: Sendable, Equatable {
  /// Before the lane that was named on the command line, and before no lane that it calls.
  package var beforeAll: [StepDeclaration] = []
  /// After it, when nothing failed.
  package var afterAll: [StepDeclaration] = []
  /// When something failed.
  package var onError: [StepDeclaration] = []
  /// In the end, whatever happened.
  package var finally: [StepDeclaration] = []

  package init() {}
}
