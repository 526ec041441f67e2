/// The steps that a Releasefile may use.
package struct StepCatalogue: Sendable {
  /// In the order of the reference. Types with the same keyword are the forms of one step, such as `bump: minor` and
  /// `bump: {build: increment}`: the main parameter of each is required and selects it.
  package let steps: [any Step.Type]
  /// The names in other tools, with the step here: `add_git_tag` is `tag`, `increment_build_number` is `bump: {build: …}`.
  package let foreignNames: [String: String]

  package init(_ steps: [any Step.Type]) {
    self.steps = steps
    foreignNames = Dictionary(
      steps.enumerated().flatMap { index, step in
        let isFirst = index == 0 || steps[index - 1].keyword != step.keyword
        let use = isFirst ? step.keyword : "\(step.keyword): {\(step.mainParameter ?? ""): …}"
        return step.foreignNames.map { ($0, use) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// All keywords, in the order of the reference.
  package var keywords: [String] {
    steps.map { $0.keyword }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Returns the form of the step `keyword` whose parameters are `given`; nil for an unknown keyword.
  func step(named keyword: String, given: [String] = []) -> (any Step.Type)? {
    let forms = forms(ofStep: keyword)
    return forms.first { $0.mainParameter.map(given.contains) ?? false }
      ?? forms.first { !$0.parameterNames.filter(given.contains).isEmpty } ?? forms.first
  }

  /// Returns the forms of the step `keyword`, the one that a bare value selects first.
  package func forms(ofStep keyword: String) -> [any Step.Type] { steps.filter { $0.keyword == keyword } }

  /// Returns the names of the step's parameters; none for an unknown keyword.
  func parameterNames(ofStep keyword: String) -> [String] { forms(ofStep: keyword).flatMap { $0.parameterNames } }
}

extension Step {
  fileprivate static var parameterNames: [String] { parameters.map(\.name) }

  fileprivate static var mainParameter: String? { parameters.first(where: \.isMain)?.name }
}
