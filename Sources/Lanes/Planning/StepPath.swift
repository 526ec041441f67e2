import MartletCore

/// The place of a step in a Releasefile: `lanes.release.steps[2]`; within another step, `lanes.release.steps[2][0]`.
struct StepPath: Hashable, Sendable, Codable {
  let text: String

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// All steps of a Releasefile with their places.
struct StepPaths {
  private var steps: [StepPath: StepDeclaration] = [:]
  /// By the first byte of the keyword.
  private var paths: [Int: StepPath] = [:]
  /// The steps that other steps insert; they have no place in the file.
  private var inserted: [(step: StepDeclaration, path: StepPath)] = []

  init(of releasefile: Releasefile) {
    add(releasefile.lifeCycle, in: "")
    for lane in releasefile.lanes {
      add(lane.steps, in: "lanes.\(lane.name).steps")
      add(lane.lifeCycle, in: "lanes.\(lane.name).")
    }
  }

  private mutating func add(_ cycle: LifeCycle, in prefix: String) {
    add(cycle.beforeAll, in: "\(prefix)before_all")
    add(cycle.afterAll, in: "\(prefix)after_all")
    add(cycle.onError, in: "\(prefix)on_error")
    add(cycle.finally, in: "\(prefix)finally")
  }

  private mutating func add(_ list: [StepDeclaration], in place: String) {
    for (index, step) in list.enumerated() {
      let path = StepPath("\(place)[\(index)]")
      steps[path] = step
      if let start = step.span?.lowerBound { paths[start] = path } else { inserted.append((step, path)) }
      add(step.step.nestedSteps, in: path.text)
      add(step.step.flow?.insertedSteps ?? [], in: "\(path.text).inserted")
    }
  }

  /// Returns the place of `step`; nil for a step that is not in the Releasefile.
  func path(of step: StepDeclaration) -> StepPath? {
    if let start = step.span?.lowerBound { return paths[start] }
    return inserted.first { $0.step == step }?.path
  }

  /// - Throws: `Failure.movedStep` if there is none.
  func step(at path: StepPath) throws(Failure) -> StepDeclaration {
    guard let step = steps[path] else { throw .movedStep(path) }
    return step
  }
}

extension Failure {
  static func movedStep(_ path: StepPath) -> Failure {
    Failure(
      "the Releasefile has no step `\(path.text)`, which the run has left to do",
      hint: "keep the steps that are left in their places")
  }
}
