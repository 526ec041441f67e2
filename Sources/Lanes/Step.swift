import TextEditing

/// One word of a lane. A step looks at the draft and decides; it never acts.
///
/// A step in full is its parameters with a default or none, its keyword, its summary, the list that declares the
/// parameters, and `plan`.
package protocol Step: LaneCalling, Sendable, Equatable {
  /// The step's word in a Releasefile.
  static var keyword: String { get }
  /// What other tools call the step: fastlane, knope, cargo-release, goreleaser.
  static var foreignNames: [String] { get }
  /// One sentence for the reference.
  static var summary: String { get }
  /// All parameters, the main one first.
  static var parameters: [Parameter<Self>] { get }

  /// What `${steps.ID.NAME}` may ask of it, with what each stands for.
  static var outputs: [StepOutput] { get }

  /// The keywords of the steps that have to come before it, in a lane that has both.
  static var predecessors: [String] { get }

  /// The step with every parameter left out.
  init()

  /// What is wrong with the step as it is declared, whatever the project is like; it is told when the Releasefile is read.
  ///
  /// - Parameter id: What `${steps.ID.…}` calls the step; nil: nothing can.
  func mistakes(id: String?) -> [StepMistake]

  /// What `${steps.ID.NAME}` may ask of it as it is declared; nil when that cannot be known, because something else is wrong.
  ///
  /// - Parameter lane: The lane of a name.
  func givenOutputs(_ lane: (String) -> Lane?) -> [String]?

  /// The steps that it is made of.
  var nestedSteps: [StepDeclaration] { get }

  /// What shall happen, given the project as it would be by now.
  ///
  /// - Throws: an `ExplainedError` when the lane must not go on.
  func plan(_ draft: Draft) throws -> Decision

  /// The step, when it needs more than to look; nil for all others.
  var flow: (any FlowStep)? { get }
}

/// Something that later steps may read of a step, as `${steps.ID.NAME}`.
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

  package var nestedSteps: [StepDeclaration] { [] }

  package func givenOutputs(_ lane: (String) -> Lane?) -> [String]? { Self.outputs.map(\.name) }

  package func mistakes(id: String?) -> [StepMistake] { [] }

  package var laneCalls: [LaneCall] { [] }

  package var flow: (any FlowStep)? { nil }
}

/// A step that is made of steps, and so needs more than to look: it has other lanes or steps planned.
package protocol FlowStep: Step {
  /// Plans what it is made of, through `planner`.
  ///
  /// - Parameter id: What the step is called by `${steps.ID.…}`.
  func plan(with planner: inout Planner, id: String?) throws
}

extension FlowStep {
  package func plan(_ draft: Draft) throws -> Decision { Decision() }

  package var flow: (any FlowStep)? { self }
}

/// What a step decided: the effects, in order, and what later steps may know.
package struct Decision: Sendable {
  package var effects: [Effect]
  /// The version from here on, when the step changed it.
  package var version: VersionState?
  /// Lines that go with the plan: what was found and left alone.
  package var remarks: [String]
  /// The names of tags that are already as the step would have made them.
  package var keptTags: [String] = []
  /// What `${steps.ID.NAME}` stands for from here on, by name.
  package var outputs: [String: String] = [:]
  /// A value that a later step may hand to a command; the output's name.
  package var secrets: [String: Secret] = [:]
  /// What the public interface has lost since the last release, when the step has compared it.
  package var interfaceBreaks: [String]?
  /// Whether there is nothing to do for the steps after it: those of the package that is looked at, otherwise all.
  package var endsLane = false
  /// Whether the step has to be planned again once the entries before it are performed, because they write files that it
  /// reads. The effects are what is known until then.
  package var awaitsStage = false

  package init(_ effects: [Effect] = [], version: VersionState? = nil, remarks: [String] = []) {
    self.effects = effects
    self.version = version
    self.remarks = remarks
  }
}
