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
    var lines = ["\(reference.keyword): \(reference.summary)"]
    for parameter in reference.parameters {
      let absence = parameter.isRequired ? "required" : parameter.defaultText.map { "default \($0)" }
      let remarks = [
        parameter.shape.expectation, parameter.isMain ? "may follow the step's name directly" : nil, absence,
      ]
      lines += [
        "", "  \(parameter.name): \(remarks.compactMap { $0 }.joined(separator: "; "))", "      \(parameter.summary)",
      ]
    }
    for check in reference.checks {
      lines += ["", "  \(check.keyword)", "      \(check.summary)"]
      lines += check.parameters.map { "      \($0.name): \($0.summary)" }
    }
    for output in reference.outputs { lines += ["", "  ${steps.ID.\(output.name)}", "      \(output.summary)"] }
    if !reference.foreignNames.isEmpty {
      lines += ["", "  other names: \(reference.foreignNames.joined(separator: ", "))"]
    }
    return lines.joined(separator: "\n")
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
        parameters: reference.parameters.map {
          ParameterReport(
            name: $0.name, summary: $0.summary, value: $0.shape.expectation, isRequired: $0.isRequired,
            isMain: $0.isMain, defaultValue: $0.defaultText)
        },
        outputs: reference.outputs.map(\.name), elsewhere: reference.foreignNames)
    }
  }
}
