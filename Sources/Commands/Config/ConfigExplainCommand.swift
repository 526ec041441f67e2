import ArgumentParser
import Environments
import MartletCore

struct ConfigExplainCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain the value of a key of an environment, or of a build setting.",
    usage: "martlet config explain <key> [options]",
    discussion: """
      Examples:
        martlet config explain BaseApiUrl --env Production
        martlet config explain Server --configuration Release --json
        martlet config explain BASE_URL --xcconfig Configuration/Release.xcconfig
        martlet config explain BASE_URL --target App --sdk iphoneos26.0

      Every source of the value has a line, highest precedence first.
      """)

  @Argument(help: "The key, with dots between nested names, or the name of the setting.")
  var key: String

  @OptionGroup var subject: SubjectOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    switch try subject.subject(options) {
    case .environment(let environment, let query): try explain(environment, in: query)
    case .settings(let query, let place): try explain(query, in: place)
    }
  }
}

extension ConfigExplainCommand {
  private func explain(_ environment: Environment, in query: EnvironmentQuery) throws {
    let key = try query.key(key)
    let explanations = try environment.explanation(of: key)
    let value = environment.values[key]?.description ?? ""
    guard !options.json else {
      let report = ExplanationReport(
        environment: environment.name, key: key.description, value: value,
        layers: explanations.map(ExplanationReport.Layer.init))
      return try query.console.print(report.json())
    }
    try query.console.print("\(key) in \(environment.name): \(value)".escapedForTerminal())
    let rows = explanations.map { ["  \($0.role.rawValue)", "\($0.layer)", "\($0.value.origin)", "\($0.value)"] }
    for line in TextTable(rows, width: query.console.width).lines { try query.console.print(line) }
  }

  private func explain(_ query: SettingsQuery, in place: SettingsContext) throws {
    place.console.report(query.problems)
    guard let trace = try query.scope.trace(of: key) else {
      throw SettingsCommandError.unknownSetting(key, in: query.title, known: query.names)
    }
    guard !options.json else { return try place.console.print(TraceReport(trace, in: place).json()) }
    for line in TraceText(trace, in: place).lines { try place.console.print(line) }
  }
}

/// The explanation of a value as JSON, highest precedence first.
struct ExplanationReport: Report {
  struct Layer: Encodable {
    let role: Explanation.Role
    let layer: String
    let origin: String
    let value: String

    init(_ explanation: Explanation) {
      role = explanation.role
      layer = "\(explanation.layer)"
      origin = "\(explanation.value.origin)"
      value = "\(explanation.value)"
    }
  }

  let schema = 1
  let environment: String
  let key: String
  let value: String
  let layers: [Layer]
}
