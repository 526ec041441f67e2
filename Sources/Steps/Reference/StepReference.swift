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
  /// The section of `docs/steps.md`, in Markdown.
  package var section: String {
    var lines = ["## `\(keyword)`", ""] + table
    for form in otherForms { lines += ["With `\(form.selector)`:", ""] + form.table }
    for check in checks {
      let parameters = check.parameters.map { parameter in
        "`\(parameter.name)`\(parameter.isMain ? " (main)" : ""): \(parameter.summary)"
      }
      lines.append(
        "- `\(check.keyword)`: \(check.summary) \(parameters.joined(separator: " "))".trimmingTrailingBlanks())
    }
    if !checks.isEmpty { lines.append("") }
    if !allOutputs.isEmpty {
      lines += ["Outputs:", ""] + allOutputs.map { "- `\($0.name)`: \($0.summary)" } + [""]
    }
    if !foreignNames.isEmpty {
      lines += ["Names in other tools: \(foreignNames.map { "`\($0)`" }.joined(separator: ", ")).", ""]
    }
    return lines.joined(separator: "\n")
  }

  /// The outputs of all forms.
  package var allOutputs: [StepOutput] {
    forms.flatMap(\.outputs).reduce(into: []) { list, output in
      if !list.contains(where: { $0.name == output.name }) { list.append(output) }
    }
  }

  /// The parameter that selects this form.
  package var selector: String { parameters.first(where: \.isMain)?.name ?? keyword }

  private var table: [String] {
    guard !parameters.isEmpty else { return [summary, ""] }
    let rows = parameters.map { parameter in
      let name = "`\(parameter.name)`" + (parameter.isMain ? " (main)" : "")
      let absence = parameter.isRequired ? "required" : parameter.defaultText.map { "`\($0)`" } ?? ""
      return "| \(name) | \(parameter.shape.expectation) | \(absence) | \(parameter.summary) |"
    }
    return [summary, "", "| parameter | value | default | |", "| --- | --- | --- | --- |"] + rows + [""]
  }

  /// The page `docs/steps.md`, in Markdown.
  ///
  /// - Parameter examples: Returns the uses of a step in `Releasefile.example`.
  package static func page(of references: [StepReference], examples: (String) throws -> String) rethrows -> String {
    let names = references.map { "[`\($0.keyword)`](#\($0.keyword))" }.joined(separator: ", ")
    let sections = try references.map { "\($0.section)\n```yaml\n\(try examples($0.keyword))\n```\n" }
    return """
      # Steps

      \(names).

      Every step can also have `name` (its name in reports), `id` and `if`. With `id: ID`, later steps read its outputs as
      `${steps.ID.OUTPUT}`. The examples are those of [Releasefile.example](../Releasefile.example). `martlet help step NAME` prints the
      same.


      """ + sections.joined(separator: "\n")
  }
}
