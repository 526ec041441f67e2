import TextEditing

/// Why nobody knows which CI system it is.
package enum PipelineError: Error, Equatable, Sendable {
  /// `MARTLET_CI` names one that is not known.
  case unknownSystem(String)
}

extension PipelineError: ExplainedError {
  package var diagnostics: [Diagnostic] {
    switch self {
    case .unknownSystem(let id):
      let ids = PipelineSystem.allCases.map(\.rawValue) + ["none"]
      return [
        Diagnostic(
          "`\(Pipeline.choiceVariable)` is `\(id)`, expected one of \(ids.map { "`\($0)`" }.joined(separator: ", "))",
          hint: ids.nearest(to: id).map { "did you mean `\($0)`?" }
            ?? "unset `\(Pipeline.choiceVariable)`, so that the system's own variables tell")
      ]
    }
  }
}
