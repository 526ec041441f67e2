import TextEditing

/// Why nobody knows which CI system it is.
package enum PipelineError: Error, Equatable, Sendable {
  /// `MARTLET_CI` names one that is not known.
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
          ?? "unset `\(Pipeline.choiceVariable)`, so that the system's own variables tell",
        code: .unknownPipeline, exit: .usage)
    }
  }
}
