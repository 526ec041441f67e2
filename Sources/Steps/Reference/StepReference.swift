import Lanes
import MartletCore

/// The reference of a step, generated from its declaration.
package struct StepReference: Sendable {
  package struct ParameterReference: Sendable {
    package let name: String
    package let summary: String
    package let isRequired: Bool
    /// Whether its value can follow the step's keyword directly.
    package let isMain: Bool
    package let shape: ValueShape
    /// The default, as written in a Releasefile; nil when there is none.
    package let defaultText: String?
  }

  package let keyword: String
  package let summary: String
  /// The main one first.
  package let parameters: [ParameterReference]
  package let outputs: [StepOutput]
  /// The names of the step in other tools, in alphabetical order.
  package let foreignNames: [String]
  /// The checks of the step `ensure`; none for other steps.
  package let checks: [StepReference]
  /// The other forms of the step, each with its own parameters.
  package let otherForms: [StepReference]

  /// All forms of the step.
  package var forms: [StepReference] { [self] + otherForms }

  /// Returns the references of all steps of `catalogue`, in its order.
  package static func all(of catalogue: StepCatalogue) -> [StepReference] {
    catalogue.keywords.compactMap { keyword in
      let forms = catalogue.forms(ofStep: keyword)
      return forms.first.map { StepReference(of: $0, forms.dropFirst().map { StepReference(of: $0, []) }) }
    }
  }

  private init<S: Step>(of type: S.Type, _ otherForms: [StepReference]) {
    keyword = type.keyword
    summary = type.summary
    parameters = type.parameters.map {
      ParameterReference(
        name: $0.name, summary: $0.summary, isRequired: $0.presence == .required, isMain: $0.isMain, shape: $0.shape,
        defaultText: $0.defaultText)
    }
    outputs = type.outputs
    foreignNames = (type.foreignNames + otherForms.flatMap(\.foreignNames)).sorted()
    self.otherForms = otherForms
    checks = S.keyword == EnsureStep.keyword ? StepReference.all(of: .checks) : []
  }
}

extension StepReference {
  /// The outputs of all forms.
  package var allOutputs: [StepOutput] {
    forms.flatMap(\.outputs).reduce(into: []) { list, output in
      if !list.contains(where: { $0.name == output.name }) { list.append(output) }
    }
  }

  /// The parameter that selects this form.
  package var selector: String { parameters.first(where: \.isMain)?.name ?? keyword }
}
