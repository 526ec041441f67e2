import MartletCore

/// A step that stopped its lane.
package struct StepFailure: ExplainedError {
  /// The name of the step in reports.
  package let step: String
  /// The place of the declaration; nil when no file declares the step.
  package let place: Place?
  package let underlying: any Error
  /// Whether it names the output of a command that has not run.
  var dependsOnCommand = false

  /// Whether no command of the lane can remove the cause: the remote, another release, the Releasefile, or the branch.
  package var isCertain: Bool {
    guard !dependsOnCommand else { return false }
    if underlying is MissingFile { return true }
    let failure = Failure(of: underlying)
    return switch failure.exit {
    case _ where failure.isPermanent: true
    case .conflict, .credentials, .badReleasefile: true
    default: failure.code == .unreachable || failure.code == .untrustedHost
    }
  }

  package var failure: Failure {
    var failure = Failure(of: underlying)
    for index in failure.diagnostics.indices where failure.diagnostics[index].place == nil {
      failure.diagnostics[index].place = place
    }
    return failure
  }
}
