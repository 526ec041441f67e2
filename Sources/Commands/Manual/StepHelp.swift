import Lanes
import MartletCore
import Steps

/// The help of steps.
enum StepHelp {
  /// One line for each step.
  static func list(of references: [StepReference], width: Int?) -> String {
    let column = references.map(\.keyword.count).max() ?? 0
    return references.map { reference in
      "\(reference.keyword.padded(to: column))  \(reference.summary)"
        .wrapped(to: width, indentedBy: (width ?? .max) < 60 ? 4 : column + 2)
    }.joined(separator: "\n")
  }

  /// The step with its parameters.
  static func page(of reference: StepReference) -> String {
    var lines = ["\(reference.keyword): \(reference.summary)"] + list(reference.parameters, follow: true)
    for form in reference.otherForms {
      lines += ["", "With \(form.selector): \(form.summary)"] + list(form.parameters, follow: false)
    }
    for check in reference.checks {
      lines += ["", "  \(check.keyword)", "      \(check.summary)"]
      lines += check.parameters.map { "      \($0.name): \($0.summary)" }
    }
    for output in reference.allOutputs { lines += ["", "  ${steps.ID.\(output.name)}", "      \(output.summary)"] }
    if !reference.foreignNames.isEmpty {
      lines += ["", "  other names: \(reference.foreignNames.joined(separator: ", "))"]
    }
    return lines.joined(separator: "\n")
  }

  /// - Parameter follow: Whether the value of the main one may follow the step's name.
  private static func list(_ parameters: [StepReference.ParameterReference], follow: Bool) -> [String] {
    parameters.flatMap { parameter in
      let absence = parameter.isRequired ? "required" : parameter.defaultText.map { "default \($0)" }
      let main = follow && parameter.isMain ? "may follow the step's name directly" : nil
      let remarks = [parameter.shape.expectation, main, absence].compactMap { $0 }.joined(separator: "; ")
      return ["", "  \(parameter.name): \(remarks)", "      \(parameter.summary)"]
    }
  }
}

/// Steps as JSON.
struct StepsReport: Report {
  struct StepReport: Encodable {
    let name: String
    let summary: String
    let parameters: [ParameterReport]
    let outputs: [String]
    let elsewhere: [String]
  }

  struct ParameterReport: Encodable {
    let name: String
    let summary: String
    let value: String
    let isRequired: Bool
    let isMain: Bool
    let defaultValue: String?
  }

  let schema = 1
  let steps: [StepReport]

  init(_ references: [StepReference]) {
    steps = references.map { reference in
      StepReport(
        name: reference.keyword, summary: reference.summary,
        parameters: reference.forms.flatMap(\.parameters).map {
          ParameterReport(
            name: $0.name, summary: $0.summary, value: $0.shape.expectation, isRequired: $0.isRequired,
            isMain: $0.isMain, defaultValue: $0.defaultText)
        },
        outputs: reference.allOutputs.map(\.name), elsewhere: reference.foreignNames)
    }
  }
}
