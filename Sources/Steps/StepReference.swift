import Lanes

/// A step as the reference knows it: taken from its declaration, so that the two cannot differ.
package struct StepReference: Sendable {
  package struct ParameterReference: Sendable {
    package let name: String
    package let summary: String
    package let isRequired: Bool
    /// Whether it may stand beside the step's word.
    package let isMain: Bool
    package let shape: ValueShape
    /// What it is when left out, as it would be written; nil when there is nothing to write.
    package let defaultText: String?
  }

  package let keyword: String
  package let summary: String
  /// The main one first.
  package let parameters: [ParameterReference]
  package let outputs: [StepOutput]
  /// What other tools call it, in alphabetical order.
  package let foreignNames: [String]

  /// The references of all steps of `catalogue`, in its order.
  package static func all(of catalogue: StepCatalogue) -> [StepReference] {
    catalogue.steps.map { StepReference(of: $0, in: catalogue) }
  }

  private init<S: Step>(of type: S.Type, in catalogue: StepCatalogue) {
    keyword = type.keyword
    summary = type.summary
    parameters = type.parameters.map {
      ParameterReference(
        name: $0.name, summary: $0.summary, isRequired: $0.presence == .required, isMain: $0.isMain, shape: $0.shape,
        defaultText: $0.defaultText)
    }
    outputs = type.outputs
    foreignNames = type.foreignNames.sorted()
  }
}

extension StepReference {
  /// The page of `docs/steps`, in Markdown.
  package var page: String {
    var lines = ["# `\(keyword)`", "", summary, ""]
    if parameters.isEmpty {
      lines += ["It has no parameters.", ""]
    } else {
      lines += ["| parameter | value | when left out | |", "| --- | --- | --- | --- |"]
      lines += parameters.map { parameter in
        let name = "`\(parameter.name)`" + (parameter.isMain ? " (beside the word)" : "")
        let absence = parameter.isRequired ? "must be given" : parameter.defaultText.map { "`\($0)`" } ?? ""
        return "| \(name) | \(parameter.shape.expectation) | \(absence) | \(parameter.summary) |"
      }
      lines.append("")
    }
    if !outputs.isEmpty {
      lines += ["With `id: ID` beside it, later steps may read:", ""]
      lines += outputs.map { "- `${steps.ID.\($0.name)}`: \($0.summary)" } + [""]
    }
    if !foreignNames.isEmpty {
      lines += ["Elsewhere called \(foreignNames.map { "`\($0)`" }.joined(separator: ", ")).", ""]
    }
    lines.append("Beside every step may stand `name` (what reports call it), `id` and `if`.")
    return lines.joined(separator: "\n") + "\n"
  }
}
