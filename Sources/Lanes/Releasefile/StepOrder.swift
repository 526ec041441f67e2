import MartletCore

extension ReleasefileDecoder {
  /// Checks that no step of a lane is before a step that it depends on.
  mutating func checkStepOrder() {
    for lane in result.lanes { checkOrder(of: lane.steps.flatMap(\.withNestedSteps)) }
  }

  private mutating func checkOrder(of declarations: [StepDeclaration]) {
    for (index, declaration) in declarations.enumerated() {
      let later = declaration.predecessors.first { keyword in
        !declarations[..<index].contains { $0.keyword == keyword }
          && declarations[index...].contains { $0.keyword == keyword }
      }
      guard let later, let span = declaration.span else { continue }
      steps.report(.wrongOrder(declaration.keyword, after: later), at: span)
    }
  }
}

extension StepDeclaration {
  fileprivate var predecessors: [String] { type(of: step).predecessors }
}
