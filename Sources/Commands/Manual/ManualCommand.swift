import ArgumentParser
import Execution
import TextEditing

struct ManualCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print a manual page, for `man` to be installed.",
    usage: "martlet manual [<page>] [options]",
    discussion: """
      Examples:
        martlet manual                             the names of all pages
        martlet manual martlet-bump > martlet-bump.1
        martlet manual martlet | man -l -

      The pages are made of what the commands declare, as `--help` is.
      """)

  @Argument(help: "The page's name.")
  var page: String?

  @OptionGroup var options: CommandOptions

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

  /// Today, or the day that a build which is to be the same everywhere is said to be on.
  private static func date(in environment: [String: String]) -> String {
    let today = Instant(seconds: Int(Workspace.now(in: environment))).day
    return "\(months[today.month - 1]) \(today.day), \(today.year)"
  }
}

extension Failure {
  static func unknownPage(_ name: String, known: [String]) -> Failure {
    Failure(
      "no page `\(name)`",
      hint: known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "list them with `martlet manual`", exit: .usage)
  }
}
