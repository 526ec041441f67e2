import ArgumentParser
import Environments
import Lanes

struct ConfigDiffCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Print the differences of two environments.",
    usage: "martlet config diff <environment> <environment> [options]",
    discussion: """
      Examples:
        martlet config diff Local Production
        martlet config diff Local Production --json
      """)

  @Argument(help: "The first environment.", completion: .environment)
  var first: String

  @Argument(help: "The second environment.", completion: .environment)
  var second: String

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let query = try EnvironmentQuery(options)
    let environments = try [first, second].map(query.configuration.environment)
    let values = environments.map { environment in
      Dictionary(environment.leaves.map { ($0.key, $0.value.description) }) { first, _ in first }
    }
    let keys = Set(values.flatMap(\.keys)).sorted().filter { values[0][$0] != values[1][$0] }
    guard !options.json else {
      let report = DifferenceReport(
        environments: [first, second],
        differences: keys.map { .init(key: $0.description, first: values[0][$0], second: values[1][$0]) })
      return try query.console.print(report.json())
    }
    guard !keys.isEmpty else { return query.console.note("`\(first)` and `\(second)` do not differ") }
    let rows = keys.map { ["\($0)", values[0][$0] ?? "–", "→", values[1][$0] ?? "–"] }
    for line in TextTable(rows, width: query.console.width).lines { try query.console.print(line) }
  }
}

/// The differences of two environments as JSON. A missing value is left out.
struct DifferenceReport: Report {
  struct Difference: Encodable {
    let key: String
    let first: String?
    let second: String?
  }

  let schema = 1
  let environments: [String]
  let differences: [Difference]
}
