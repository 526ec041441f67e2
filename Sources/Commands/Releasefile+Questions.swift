import Lanes
import Steps

extension Releasefile {
  /// Returns the names of the prompts in the lane `name` and in the lanes that it calls.
  func questions(inLaneNamed name: String) -> Set<String> {
    var search = QuestionSearch(releasefile: self)
    search.visit(lifeCycle.steps)
    search.visit(laneNamed: name)
    return search.questions
  }
}

/// Finds the prompts of lanes. It visits each lane once, because the number of calls can grow exponentially.
private struct QuestionSearch {
  let releasefile: Releasefile
  private(set) var questions: Set<String> = []
  private var visitedLanes: Set<String> = []

  init(releasefile: Releasefile) {
    self.releasefile = releasefile
  }

  mutating func visit(laneNamed name: String) {
    guard visitedLanes.insert(name).inserted, let lane = releasefile.lane(named: name) else { return }
    visit(lane.steps + lane.lifeCycle.steps)
  }

  mutating func visit(_ steps: [StepDeclaration]) {
    for declaration in steps {
      switch declaration.step {
      case is PromptVersionStep: questions.insert("version")
      case is PromptStep: if let id = declaration.id { questions.insert(id) }
      case let step as ConfirmStep: visit(step.steps)
      case let step as PackagesStep: visit(step.steps)
      case let step as LaneStep: visit(laneNamed: step.lane.name)
      default: break
      }
    }
  }
}

extension LifeCycle {
  fileprivate var steps: [StepDeclaration] { beforeAll + afterAll + onError + finally }
}
