import Lanes
import MartletCore

/// The commands that a lane declares. A command in the record of another clone has to be one of them, because more users may
/// change the record than the Releasefile.
package struct DeclaredCommands {
  private let steps: [RunStep]
  /// The variables that every command gets.
  private let facts: Set<String>

  package init(ofLaneNamed lane: String, in releasefile: Releasefile) {
    steps = releasefile.steps(ofLaneNamed: lane).compactMap { $0.step as? RunStep }
    let parameters = releasefile.lanes.flatMap(\.parameters).map(\.name)
    facts = FactName.variables.union(parameters.map(FactName.variable(of:)))
  }

  /// Whether a step of the lane can have planned `command` with some values of its names.
  package func contain(_ command: CommandRun) -> Bool { steps.contains { $0.canPlan(command, facts: facts) } }
}

extension RunStep {
  fileprivate func canPlan(_ run: CommandRun, facts: Set<String>) -> Bool {
    let declared = environment.byName
    return canPlan(run.words) && run.isOutward == isOutward
      && directory?.canBe(run.directory?.string ?? "") ?? (run.directory == nil)
      && run.secrets.allSatisfy { declared[$0.key]?.source == "${\($0.value)}" }
      && run.environment.allSatisfy { declared[$0.key]?.canBe($0.value) ?? facts.contains($0.key) }
  }

  private func canPlan(_ words: CommandRun.Words) -> Bool {
    switch words {
    case .shell(let script): script == shell?.text
    case .vector(let words):
      shell == nil && words.count == command.count && zip(command, words).allSatisfy { $0.canBe($1) }
    }
  }
}
