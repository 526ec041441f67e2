extension ReleasefileDecoder {
  /// Reports the mistakes of steps that depend on the rest of the file.
  mutating func checkSteps() {
    // Keys with mistakes are missing in the result.
    guard steps.problems.isEmpty else { return }
    let cycles = [result.lifeCycle] + result.lanes.map(\.lifeCycle)
    let declared = result.lanes.flatMap(\.steps) + cycles.flatMap(\.steps)
    var checked: Set<Range<Int>> = []
    for declaration in declared.flatMap(\.withNestedSteps) {
      guard let span = declaration.span, checked.insert(span).inserted else { continue }
      for mistake in declaration.step.mistakes(in: result) { steps.report(mistake, at: mistake.span ?? span) }
    }
  }

  /// Checks that no step of a lane refers to an output of a later step. Ids that several steps have are not checked.
  mutating func checkOutputOrder() {
    let ids = Dictionary(grouping: steps.namedSteps, by: \.id)
    var reported: Set<Range<Int>> = []
    for lane in result.lanes {
      let declarations = lane.steps.flatMap(\.withNestedSteps)
      guard let start = declarations.first?.span?.lowerBound else { continue }
      for (reference, span) in steps.references where span.lowerBound >= start && ids[reference.step]?.count == 1 {
        guard let maker = declarations.first(where: { $0.id == reference.step })?.span,
          span.upperBound <= maker.lowerBound, reported.insert(span).inserted
        else { continue }
        steps.report(.laterOutput(reference.step), at: span)
      }
    }
  }

  /// Checks that every `${steps.ID.NAME}` is an output of a step with that `id`. Lanes can share ids.
  mutating func checkOutputReferences() {
    var known: [String: [String]] = [:]
    var unclear: Set<String> = []
    for (id, step) in steps.namedSteps {
      if let outputs = step?.givenOutputs({ result.lane(named: $0) }) {
        known[id, default: []] += outputs
      } else {
        unclear.insert(id)
      }
    }
    for (reference, span) in steps.references where !unclear.contains(reference.step) {
      let outputs = known[reference.step, default: []]
      guard !outputs.contains(reference.output) else { continue }
      let isCommand = steps.namedSteps.contains { id, step in
        id == reference.step && step.map { Swift.type(of: $0).keyword } == "run"
      }
      steps.report(
        isCommand && outputs.isEmpty && reference.output == "output"
          ? .uncapturedOutput(step: reference.step)
          : .unknownOutput(reference.output, step: reference.step, known: outputs), at: span)
    }
  }
}
