/// The steps that a Releasefile may use.
package struct StepCatalogue: Sendable {
  /// In the order of the reference.
  package let steps: [any Step.Type]
  /// The names in other tools, with the keyword here: `add_git_tag` is `tag`.
  package let foreignNames: [String: String]

  package init(_ steps: [any Step.Type]) {
    self.steps = steps
    foreignNames = Dictionary(
      steps.flatMap { step in step.foreignNames.map { ($0, step.keyword) } }, uniquingKeysWith: { first, _ in first })
  }

  /// All keywords, in the order of the reference.
  package var keywords: [String] { steps.map { $0.keyword } }

  /// Returns the step with the keyword.
  package func step(named keyword: String) -> (any Step.Type)? {
    steps.first { $0.keyword == keyword }
  }

  /// Returns the names of the step's parameters; none for an unknown keyword.
  func parameterNames(ofStep keyword: String) -> [String] {
    func names<S: Step>(of step: S.Type) -> [String] { S.parameters.map(\.name) }
    return step(named: keyword).map { names(of: $0) } ?? []
  }
}
