extension ReleasefileDecoder {
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
      steps.report(.unknownOutput(reference.output, step: reference.step, known: outputs), at: span)
    }
  }
}
