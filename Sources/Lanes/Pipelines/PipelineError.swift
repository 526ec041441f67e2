import MartletCore

/// An error of the CI system detection.
package enum PipelineError: Error, Equatable, Sendable {
  /// `MARTLET_CI` names an unknown system.
  case unknownSystem(String)
}

extension PipelineError: ExplainedError {
  package var failure: Failure {
    switch self {
    case .unknownSystem(let id):
      let ids = CISystem.all.map(\.id) + ["none"]
      return Failure(
        "`\(Pipeline.choiceVariable)` is `\(id)`, expected one of \(ids.quotedList)",
        hint: ids.suggestion(for: id)
          ?? "unset `\(Pipeline.choiceVariable)` to detect the system by its own variables",
        code: .unknownPipeline, exit: .usage)
    }
  }
}
