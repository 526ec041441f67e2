import ArgumentParser
import Environments
import Lanes
import MartletCore

struct ConfigMatrixCommand: ProjectCommand {
  /// The output format of the matrix.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, html
  }

  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Print the values of all environments side by side.",
    usage: "martlet config matrix [--format <format>] [options]",
    discussion: """
      Examples:
        martlet config matrix
        martlet config matrix --format markdown
        martlet config matrix --format html > environments.html

      The page in HTML has a filter, and the source of every value.
      """)

  @Option(help: "The output format.")
  var format = Format.text

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let query = try EnvironmentQuery(options)
    let matrix = ConfigurationMatrix(query.configuration)
    let console = query.console
    guard !options.json else { return try console.print(MatrixReport(matrix).json()) }
    switch format {
    case .text:
      let rows =
        [["Key", "Type"] + matrix.environments]
        + matrix.rows.map { row in [row.key, row.type] + row.cells.map { $0.text ?? "–" } }
      for (index, line) in TextTable(rows).lines.enumerated() {
        try console.print(index == 0 ? console.styled(line, .strong) : line)
      }
    case .markdown: try console.printQuoted(matrix.markdown)
    case .html:
      let page = try matrix.page(title: try query.draft.value(of: "project"))
      try console.printQuoted(page.hasSuffix("\n") ? String(page.dropLast()) : page)
    }
  }
}

/// The matrix as JSON.
struct MatrixReport: Report {
  struct Row: Encodable {
    let key: String
    let type: String
    let values: [Value]
  }

  /// The value in one environment. Without a value, all other keys are left out.
  struct Value: Encodable {
    let environment: String
    let text: String?
    let layer: String?
    let origin: String?
  }

  let schema = 1
  let environments: [String]
  let rows: [Row]

  init(_ matrix: ConfigurationMatrix) {
    environments = matrix.environments
    rows = matrix.rows.map { row in
      Row(
        key: row.key, type: row.type,
        values: zip(matrix.environments, row.cells).map { environment, cell in
          Value(environment: environment, text: cell.text, layer: cell.layer, origin: cell.origin)
        })
    }
  }
}
