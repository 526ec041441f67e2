import ArgumentParser
import Lanes
import MartletCore
import Steps

struct StepsCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "steps",
    abstract: "List the steps, and explain one.",
    usage: "martlet steps [<name>] [options]",
    discussion: """
      Examples:
        martlet steps                              all steps, one line each
        martlet steps tag                          one step with its parameters
      """)

  @Argument(help: "The name of the step.", completion: .list(StepReference.all(of: .standard).map(\.keyword)))
  var name: String?

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup(visibility: .hidden) var common: CommonOptions

  func run() throws {
    let console = Console(options, environment: Session.processEnvironment)
    let references = StepReference.all(of: .standard)
    guard let name else {
      try console.print(options.json ? StepsReport(references).json() : Self.list(of: references, console.width))
      return
    }
    guard let reference = references.first(where: { $0.keyword == name || $0.foreignNames.contains(name) }) else {
      throw Failure.unknownStep(name, known: references.map(\.keyword))
    }
    try console.print(
      options.json ? StepsReport([reference]).json() : Self.text(of: reference).wrappedLines(to: console.width))
  }

  private static func list(of references: [StepReference], _ width: Int?) -> String {
    let column = references.map(\.keyword.count).max() ?? 0
    return references.map { reference in
      "\(reference.keyword.padded(to: column))  \(reference.summary)"
        .wrapped(to: width, indentedBy: (width ?? .max) < 60 ? 4 : column + 2)
    }.joined(separator: "\n")
  }

  private static func text(of reference: StepReference) -> String {
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

extension Failure {
  static func unknownStep(_ name: String, known: [String]) -> Failure {
    Failure(
      "unknown step `\(name)`",
      hint: known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "list them with `martlet steps`", exit: .usage)
  }
}
