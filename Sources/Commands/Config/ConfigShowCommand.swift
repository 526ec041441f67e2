import ArgumentParser
import Environments
import Lanes

struct ConfigShowCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print all values of an environment with their sources.",
    usage: "martlet config show [--env <name> | --configuration <name>] [options]",
    discussion: """
      Examples:
        martlet config show --env Production
        martlet config show --configuration Release --json
      """)

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let query = try EnvironmentQuery(options)
    let environment = try query.environment(environment.selection)
    let reporter = ValueReporter(environment, in: query)
    let values = environment.leaves.map(reporter.report)
    guard !options.json else {
      try query.console.print(EnvironmentReport(environment: environment.name, values: values).json())
      return
    }
    let rows = values.map { [$0.key, $0.text, $0.layer, $0.origin] }
    for line in TextTable(rows, width: query.console.width).lines { try query.console.print(line) }
  }
}

/// An environment as JSON.
struct EnvironmentReport: Report {
  let schema = 1
  let environment: String
  let values: [ValueReport]
}

/// One value of an environment as JSON. A secret is replaced with its length and source.
struct ValueReport: Encodable {
  let key: String
  let type: String?
  let value: TypedValue
  let layer: String
  let origin: String
  /// The value as text.
  let text: String

  private enum CodingKeys: CodingKey {
    case key, type, value, layer, origin
  }
}

/// Reports the values of one environment, with the types that all environments have in common.
struct ValueReporter {
  private let schema: Schema
  /// Nil when a value does not match its type; then all values are reported as text.
  private let values: TypedValue?

  init(_ environment: Environment, in query: EnvironmentQuery) {
    schema = query.schema
    values = try? query.configuration.values(of: environment, as: schema)
  }

  func report(of key: ConfigurationKey, _ value: ConfiguredValue) -> ValueReport {
    ValueReport(
      key: key.description, type: schema.root[key]?.description,
      value: values?[key] ?? .string(value.description), layer: "\(value.origin.layer)",
      origin: "\(value.origin)", text: value.description)
  }
}
