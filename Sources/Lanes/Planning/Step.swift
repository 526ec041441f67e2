import MartletCore

/// A step of a lane. It reads the draft and returns a decision; it never performs effects.
///
/// A complete step consists of its parameters with defaults, its keyword, its summary, the list that declares the
/// parameters, and `plan`.
package protocol Step: LaneCalling, Sendable, Equatable {
  /// The step's keyword in a Releasefile.
  static var keyword: String { get }
  /// The names of the step in other tools: fastlane, knope, cargo-release, goreleaser.
  static var foreignNames: [String] { get }
  /// One sentence for the reference.
  static var summary: String { get }
  /// All parameters, the main one first.
  static var parameters: [Parameter<Self>] { get }

  /// The outputs for `${steps.ID.NAME}`.
  static var outputs: [StepOutput] { get }

  /// The keywords of the steps that must come before it, in a lane with both.
  static var predecessors: [String] { get }

  /// When it is planned in a lane with `pull_request`.
  static var phase: StepPhase { get }

  /// Creates the step with default parameters.
  init()

  /// Returns the mistakes in the declaration, regardless of the project. They are reported with the Releasefile.
  ///
  /// - Parameter id: The id for `${steps.ID.…}`; nil: the step has none.
  func mistakes(id: String?) -> [StepProblem]

  /// Returns the mistakes that depend on the rest of the Releasefile. They are reported with it.
  func mistakes(in releasefile: Releasefile) -> [StepProblem]

  /// Returns the names of the outputs of this declaration; nil when they are unknown because of another mistake.
  ///
  /// - Parameter lane: Returns the lane of a name.
  func givenOutputs(_ lane: (String) -> Lane?) -> [String]?

  /// The names of the variables with its credentials.
  var credentialVariables: [Template] { get }

  /// Whether it may change something on a server, besides the references of the repository.
  var reachesServices: Bool { get }

  /// The steps within it.
  var nestedSteps: [StepDeclaration] { get }

  /// The files that it reads from the project or the folder of `--artifacts`: paths, patterns, or the ids of steps.
  var filesRead: [Template] { get }

  /// The paths of the files that it makes for a release, as the Releasefile has them.
  var filesWritten: [String] { get }

  /// Returns the decision for the state of the project in `draft`.
  ///
  /// - Throws: an `ExplainedError` when the lane must stop.
  func plan(_ draft: Draft) throws -> Decision

  /// The step as a `FlowStep`; nil for other steps.
  var flow: (any FlowStep)? { get }
}

/// An output of a step, which later steps read as `${steps.ID.NAME}`.
package struct StepOutput: Sendable {
  package let name: String
  package let summary: String

  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}

extension Step {
  package static var foreignNames: [String] { [] }

  package static var outputs: [StepOutput] { [] }

  package static var predecessors: [String] { [] }

  package static var phase: StepPhase { .release }

  package var credentialVariables: [Template] { [] }

  package var reachesServices: Bool { false }

  package var nestedSteps: [StepDeclaration] { [] }

  package var filesRead: [Template] { [] }

  package var filesWritten: [String] { [] }

  package func givenOutputs(_ lane: (String) -> Lane?) -> [String]? { Self.outputs.map(\.name) }

  package func mistakes(id: String?) -> [StepProblem] { [] }

  package func mistakes(in releasefile: Releasefile) -> [StepProblem] { [] }

  package var laneCalls: [LaneCall] { [] }

  package var flow: (any FlowStep)? { nil }
}

/// A step that ends the lane when there is nothing to release.
package protocol EndingStep: Step {
  /// Returns the decision that ends the lane, if it is the same before `steps` have run; otherwise nil.
  ///
  /// - Parameter steps: The steps before this one that are left out then: a command, and those after it.
  func ending(_ draft: Draft, without steps: [any Step]) -> Decision?
}

/// A step that plans other lanes or steps.
package protocol FlowStep: Step {
  /// Plans its lanes or steps with `planner`.
  ///
  /// - Parameter id: The id of the step for `${steps.ID.…}`.
  func plan(with planner: inout Planner, id: String?) throws

  /// The steps without a place in the Releasefile that `plan` inserts and that may be left when a stage is over.
  var insertedSteps: [StepDeclaration] { get }
}

extension FlowStep {
  package var insertedSteps: [StepDeclaration] { [] }

  package func plan(_ draft: Draft) throws -> Decision { Decision() }

  package var flow: (any FlowStep)? { self }
}

/// A step that only stops the lane if something is wrong.
package protocol CheckStep: Step {}

/// A step that does a part of its work before an earlier step of its lane, such as the draft of a release before the push.
package protocol PreparedStep: Step {
  /// The keyword of that step.
  static var preparedBefore: String { get }

  /// Returns the decision for that place; nil if there is nothing to prepare.
  func preparation(_ draft: Draft) throws -> Decision?
}

/// The decision of a step: its effects, in order, and its outputs.
package struct Decision: Sendable {
  package var effects: [Effect]
  /// The new version, if the step changes it.
  package var version: VersionState?
  /// Remarks for the plan, such as values that stay unchanged.
  package var remarks: [String]
  /// The names of existing tags that are as the step would have created them.
  package var keptTags: [String] = []
  /// The values for `${steps.ID.NAME}`, by name.
  package var outputs: [String: String] = [:]
  /// Whether the build number depends on the output of a command that has not run, so that the effects have a lower bound.
  package var isBuildUnknown = false
  /// Secrets that a later step can pass to a command, by the output's name.
  package var secrets: [String: Secret] = [:]
  /// The breaking changes of the public interface since the last release, if the step has compared it.
  package var interfaceBreaks: [String]?
  /// Whether the later steps are skipped: those of the current package, or all if there is none.
  package var endsLane = false
  /// Whether the step has to be planned again once the entries before it are performed, because they write files that it
  /// reads. Until then, the effects are the known ones.
  package var awaitsStage = false

  package init(_ effects: [Effect] = [], version: VersionState? = nil, remarks: [String] = []) {
    self.effects = effects
    self.version = version
    self.remarks = remarks
  }
}
