import Lanes
import Steps

extension Releasefile {
  /// The names of the questions that the lane called `name` may ask, itself or through lanes that it calls.
  ///
  /// Lanes do not call each other in circles: such a Releasefile is refused when it is read.
  func questions(inLaneNamed name: String) -> Set<String> {
    questions(in: lifeCycle.steps).union(lane(named: name).map(questions) ?? [])
  }

  private func questions(of lane: Lane) -> Set<String> {
    questions(in: lane.steps + lane.lifeCycle.steps)
  }

  private func questions(in steps: [StepDeclaration]) -> Set<String> {
    steps.reduce(into: []) { questions, declaration in
      switch declaration.step {
      case is PromptVersionStep: questions.insert("version")
      case is PromptStep: if let id = declaration.id { questions.insert(id) }
      case let step as ConfirmStep: questions.formUnion(self.questions(in: step.steps))
      case let step as PackagesStep: questions.formUnion(self.questions(in: step.steps))
      case let step as LaneStep: questions.formUnion(lane(named: step.lane.name).map(self.questions) ?? [])
      default: break
      }
    }
  }
}

extension LifeCycle {
  fileprivate var steps: [StepDeclaration] { beforeAll + afterAll + onError + finally }
}
