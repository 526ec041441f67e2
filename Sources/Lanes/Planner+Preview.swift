import TextEditing

extension Planner {
  /// Everything that is left, as far as it can be known by now; confirmations are taken for agreed.
  ///
  /// What a command will write stands in it as what asks for it, `${steps.ID.output}`.
  package mutating func preview() throws -> Plan {
    pace = .preview
    let first = stage
    while let next = work.popLast() {
      do {
        try perform(next)
      } catch let failure as StepFailure where stage > first {
        remarks.append("not known before: \(words(for: failure))")
        break
      }
    }
    return plan
  }

  /// Returns everything that is left, as far as `answers` and the project let it be known now, and the failure of the step
  /// behind which nothing is known.
  package func outlook(_ answers: any Answering) -> (plan: Plan, failure: StepFailure?) {
    var planner = self
    planner.draft.answers = answers
    planner.pace = .preview
    do {
      while let next = planner.work.popLast() { try planner.perform(next) }
      return (planner.plan, nil)
    } catch {
      return (planner.plan, error as? StepFailure)
    }
  }

  /// What this lane will be stopped by, as far as it can be known before anything is done; nil when nothing is known to.
  /// All that is asked on the way is asked.
  package func foreseenFailure() -> StepFailure? {
    var rehearsal = self
    rehearsal.pace = .rehearsal
    do {
      while let next = rehearsal.work.popLast() { try rehearsal.perform(next) }
      return nil
    } catch {
      return error as? StepFailure
    }
  }

  /// Why `failure` stops the preview: mostly for the want of an output.
  private func words(for failure: StepFailure) -> String {
    let message = failure.firstMessage
    guard let id = draft.unknownOutputs.sorted().first(where: { message.contains("${steps.\($0).") }) else {
      return message
    }
    return Failure.outputNotKnownYet(step: id, output: "output").firstMessage
  }
}
