import Lanes
import Steps

extension Releasefile {
  /// Returns the names of the prompts in the lane `name` and in the lanes that it calls.
  func questions(inLaneNamed name: String) -> Set<String> { Set(steps(ofLaneNamed: name).compactMap(\.question)) }
}

extension StepDeclaration {
  /// The name of its prompt; nil for none.
  fileprivate var question: String? {
    switch step {
    case let bump as BumpStep where bump.change.literal == BumpStep.asked: "version"
    case is PromptStep: id
    default: nil
    }
  }
}
