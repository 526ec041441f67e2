import Lanes
import MartletCore

/// Stops the lane when manifests contradict each other.
package struct EnsureConsistentStep: CheckStep {
  package static let keyword = "consistent"
  package static let phase = StepPhase.always
  package static let summary =
    "Stops unless all manifests have the same version, and every app shows it, with its extensions, watch apps and App Clips."
  package static let parameters: [Parameter<Self>] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    _ = try draft.version()
    let problems = try draft.productProblems()
    let errors = problems.filter { $0.severity == .error }
    guard errors.isEmpty else { throw Failure(errors) }
    return Decision(remarks: problems.map { "warning: \($0.message)" })
  }
}
