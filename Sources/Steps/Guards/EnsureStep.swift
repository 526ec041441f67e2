import Lanes
import MartletCore

/// Stops the lane unless all of its checks hold.
package struct EnsureStep: FlowStep {
  package static let keyword = "ensure"
  package static let phase = StepPhase.always
  package static let foreignNames = StepCatalogue.checks.foreignNames.keys.sorted()
  package static let summary =
    "Stops unless all of these checks hold. A lane that commits or tags begins with `clean` and `up_to_date`, unless it has them itself; an empty list turns both off."
  package static let parameters = [
    Parameter<Self>.main("checks", \.checks, "The checks, each a word or a mapping with its parameters.", .required)
  ]

  package var checks: [Check] = []

  package init() {}

  package var nestedSteps: [StepDeclaration] { checks.map(\.declaration) }

  package func plan(with planner: inout Planner, id: String?) throws { planner.proceed(with: nestedSteps) }
}

/// One check of the step `ensure`.
package struct Check: ParameterElement, Equatable {
  package static var elementShape: ValueShape { .check(StepCatalogue.checks.keywords) }

  package let declaration: StepDeclaration

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let declaration = decoder.declaration(of: node, in: .checks) else { return nil }
    self.declaration = .check(declaration)
  }
}

extension StepDeclaration {
  /// Returns `check` with its name in reports.
  static func check(_ check: StepDeclaration) -> StepDeclaration {
    var check = check
    check.name = check.name ?? "\(EnsureStep.keyword) \(check.keyword)"
    return check
  }
}
