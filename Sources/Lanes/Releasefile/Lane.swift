/// A named list of steps.
package struct Lane: Sendable, Equatable {
  package let name: String
  /// One sentence for the list of lanes; nil when none is given.
  package var summary: String?
  /// Whether only other lanes may call it.
  package var isPrivate = false
  /// The parameters, in the order of the file.
  package var parameters: [LaneParameter] = []
  /// Whether a commit of the lane may contain changes that were there before the run.
  package var allowsDirtyFiles = false
  /// Whether it releases the commit of a release again.
  package var allowsEmptyReleases = false
  package var steps: [StepDeclaration] = []
  /// The outputs for a calling lane, by name.
  package var outputs: [String: Template] = [:]
  package var lifeCycle = LifeCycle()
  /// The pull request by which it releases; nil: it needs none.
  package var pullRequest: PullRequestDeclaration?

  package init(name: String) {
    self.name = name
  }

  package func parameter(named name: String) -> LaneParameter? { parameters.first { $0.name == name } }
}

/// The steps that run before and after the steps of a lane.
package struct LifeCycle: Sendable, Equatable {
  /// Steps before the lane that was started, but not before lanes that it calls.
  package var beforeAll: [StepDeclaration] = []
  /// Steps after that lane, if nothing failed.
  package var afterAll: [StepDeclaration] = []
  /// Steps after a failure.
  package var onError: [StepDeclaration] = []
  /// Steps at the end, after success or failure.
  package var finally: [StepDeclaration] = []

  var steps: [StepDeclaration] { beforeAll + afterAll + onError + finally }

  package init() {}
}
