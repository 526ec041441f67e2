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

  /// Returns the references of all steps of `catalogue`, in its order.
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
    checks = S.keyword == EnsureStep.keyword ? StepReference.all(of: .checks) : []
  }
}

extension StepReference {
  /// The section of `docs/steps.md`, in Markdown.
  package var section: String {
    var lines = ["## `\(keyword)`", "", summary, ""]
    if !parameters.isEmpty {
      lines += ["| parameter | value | default | |", "| --- | --- | --- | --- |"]
      lines += parameters.map { parameter in
        let name = "`\(parameter.name)`" + (parameter.isMain ? " (main)" : "")
        let absence = parameter.isRequired ? "required" : parameter.defaultText.map { "`\($0)`" } ?? ""
        return "| \(name) | \(parameter.shape.expectation) | \(absence) | \(parameter.summary) |"
      }
      lines.append("")
    }
    for check in checks {
      let parameters = check.parameters.map { parameter in
        "`\(parameter.name)`\(parameter.isMain ? " (main)" : ""): \(parameter.summary)"
      }
      lines.append(
        "- `\(check.keyword)`: \(check.summary) \(parameters.joined(separator: " "))".trimmingTrailingBlanks())
    }
    if !checks.isEmpty { lines.append("") }
    if !outputs.isEmpty {
      lines += ["Outputs:", ""] + outputs.map { "- `\($0.name)`: \($0.summary)" } + [""]
    }
    if !foreignNames.isEmpty {
      lines += ["Names in other tools: \(foreignNames.map { "`\($0)`" }.joined(separator: ", ")).", ""]
    }
    return lines.joined(separator: "\n")
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
