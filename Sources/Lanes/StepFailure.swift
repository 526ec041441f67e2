import MartletTextEditing

/// A step that stopped its lane.
package struct StepFailure: ExplainedError {
  /// The name of the step in reports.
  package let step: String
  /// The place of the declaration; nil when no file declares the step.
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
