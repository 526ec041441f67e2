import ArgumentParser
import Execution
import MartletCore

struct ManualCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print a manual page for `man`.",
    usage: "martlet manual [<page>] [options]",
    discussion: """
      Examples:
        martlet manual                             list the names of all pages
        martlet manual martlet-bump > martlet-bump.1
        martlet manual martlet | man -l -

      The pages are generated from the same text as `--help`.
      """,
    shouldDisplay: false)

  @Argument(help: "The name of the page.")
  var page: String?

  @OptionGroup(visibility: .hidden) var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup(visibility: .hidden) var common: CommonOptions

  func run() throws {
    let environment = Session.processEnvironment
    let console = Console(options, environment: environment)
    let commands = try CommandDescription.program().all
    guard let page else { return try console.print(commands.map(\.pageName).joined(separator: "\n")) }
    guard let command = commands.first(where: { $0.pageName == page }) else {
      throw Failure.unknownPage(page, known: commands.map(\.pageName))
    }
    try console.print(String(ManualPage(of: command, date: Self.date(in: environment)).text.dropLast()))
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Returns the date of the page: today, or the fixed day of a reproducible build.
  private static func date(in environment: [String: String]) -> String {
    let today = Instant(seconds: Int(Workspace.now(atEpoch: environment["SOURCE_DATE_EPOCH"]))).day
    return "\(months[today.month - 1]) \(today.day), \(today.year)"
  }
}

extension Failure {
  static func unknownPage(_ name: String, known: [String]) -> Failure {
    Failure(
      "unknown page `\(name)`",
      hint: known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "list them with `martlet manual`", exit: .usage)
  }
}
