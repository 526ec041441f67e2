import ArgumentParser
import Environments
import TextEditing

struct ConfigExplainCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say why a key of an environment has the value that it has.",
    usage: "martlet config explain <key> [--env <name> | --configuration <name>] [options]",
    discussion: """
      Examples:
        martlet config explain BaseApiUrl --env Production
        martlet config explain Server --configuration Release --json

      Every layer that says something of the key has a line, the strongest first.
      """)

  @Argument(help: "The key, with a dot before a part of a dictionary.")
  var key: String

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    let query = try EnvironmentQuery(options)
    let environment = try query.environment(environment.selection)
    let key = try query.key(key)
    let explanations = try environment.explanation(of: key)
    let value = environment.values[key]?.description ?? ""
    guard !options.json else {
      query.session.console.print(
        try ExplanationReport(
          environment: environment.name, key: key.description, value: value,
          layers: explanations.map(ExplanationReport.Layer.init)
        ).json())
      return
    }
    query.session.console.print("\(key) in \(environment.name): \(value)".escapedForTerminal())
    let rows = explanations.map { ["  \($0.role.rawValue)", "\($0.layer)", "\($0.value.origin)", "\($0.value)"] }
    for line in TextTable(rows).lines { query.session.console.print(line) }
  }
}

/// The way to a value as JSON, the strongest layer first.
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
