import Lanes
import MartletCore

/// Stops the lane unless variables are set.
package struct EnsureEnvironmentStep: CheckStep {
  package static let keyword = "environment"
  package static let foreignNames = ["ensure_env_vars"]
  package static let phase = StepPhase.always
  package static let summary = "Stops unless all of these environment variables are set and not empty."
  package static let parameters = [
    Parameter<Self>.main("variables", \.variables, "The names of the variables.", .required)
  ]

  package var variables: [Verbatim] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let missing = variables.map(\.text).filter { draft.workspace.environment[$0]?.isEmpty != false }
    guard missing.isEmpty else { throw Failure.missingVariables(missing) }
    return Decision()
  }
}

extension Failure {
  static func missingVariables(_ names: [String]) -> Failure {
    Failure("missing environment variables: \(names.quotedList)").permanent
  }
}
