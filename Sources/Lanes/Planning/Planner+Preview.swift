import MartletCore

extension Planner {
  /// Plans all remaining work that is known before the run. Confirmations count as accepted.
  ///
  /// Unknown outputs of commands stay in the texts as `${steps.ID.output}`. If a step of a later stage cannot be planned,
  /// the plan ends before it, and `failureOfPreview` is set.
  package mutating func preview() throws -> Plan {
    pace = .preview
    let first = stage
    while let next = work.popLast() {
      do {
        try perform(next)
      } catch let error as StepFailure where stage > first {
        let failure = marked(error)
        if !failure.isCertain {
          remarks.append("not known before the run: \(unplannedSteps(from: failure)), because \(reason(for: failure))")
        }
        failureOfPreview = failure
        break
      }
    }
    return plan
  }

  /// Returns a plan of the remaining work that `answers` and the project determine, and the failure of the step where
  /// planning stopped. Confirmations count as accepted.
  package func partialPlan(_ answers: any AnswerSource) -> (plan: Plan, failure: StepFailure?) {
    var planner = self
    planner.draft.answers = answers
    let stop = planner.planAhead(.preview)
    return (planner.plan, stop?.failure)
  }

  /// Returns the failures that `answers` and the project determine: of every check, and of the step where planning stopped.
  package func failures(_ answers: any AnswerSource) -> [(failure: StepFailure, isCheck: Bool)] {
    var planner = self
    planner.draft.answers = answers
    var found: [(failure: StepFailure, isCheck: Bool)] = []
    while found.last?.isCheck != false, let stop = planner.planAhead(.preview) { found.append(stop) }
    return found
  }

  /// Returns what `partialPlan` does, with the answers of the run, and with a prompt for every question.
  package func rehearsal() -> (plan: Plan, failure: StepFailure?) {
    var planner = self
    let stop = planner.planAhead(.rehearsal)
    return (planner.plan, stop?.failure)
  }

  /// Plans the remaining work, up to the first step that fails.
  private mutating func planAhead(_ pace: Pace) -> (failure: StepFailure, isCheck: Bool)? {
    self.pace = pace
    while let next = work.popLast() {
      do {
        try perform(next)
      } catch {
        let isCheck = if case .step(let declaration) = next { declaration.step is any CheckStep } else { false }
        return (error as? StepFailure).map { (marked($0), isCheck) }
      }
    }
    return nil
  }

  /// Returns the step of `failure` and the number of the steps after it.
  private func unplannedSteps(from failure: StepFailure) -> String {
    let later = work.count { if case .step = $0 { true } else { false } }
    return "`\(failure.step)`" + (later == 0 ? "" : later == 1 ? " and 1 later step" : " and \(later) later steps")
  }

  /// Returns the reason why `failure` stops the preview, usually a missing output.
  private func reason(for failure: StepFailure) -> String {
    unknownOutput(in: failure).map { Failure.outputNotKnownYet(step: $0, output: "output").firstMessage }
      ?? failure.firstMessage
  }

  private func marked(_ failure: StepFailure) -> StepFailure {
    var failure = failure
    failure.dependsOnCommand = unknownOutput(in: failure) != nil
    return failure
  }

  /// The step whose unknown output the message contains.
  private func unknownOutput(in failure: StepFailure) -> String? {
    draft.unknownOutputs.sorted().first { failure.firstMessage.contains("${steps.\($0).") }
  }
}
