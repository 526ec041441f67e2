import TextEditing

/// A step that stopped its lane.
package struct StepFailure: ExplainedError {
  /// What the report calls the step.
  package let step: String
  /// Where the step is declared; nil when no file declares it.
  package let place: Place?
  package let underlying: any Error

  package var failure: Failure {
    var failure = Failure(of: underlying)
    for index in failure.diagnostics.indices where failure.diagnostics[index].place == nil {
      failure.diagnostics[index].place = place
    }
    return failure
  }
}
