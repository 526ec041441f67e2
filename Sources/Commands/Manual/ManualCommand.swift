import ArgumentParser
import Essentials
import Execution

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
      throw CommandError.unknownPage(page, known: commands.map(\.pageName))
    }
    try console.print(String(ManualPage(of: command, date: Self.date(in: environment)).text.dropLast()))
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Today, or the day that a build which is to be the same everywhere is said to be on.
  private static func date(in environment: [String: String]) -> String {
    let now = Date(timeIntervalSince1970: TimeInterval(Workspace.now(in: environment)))
    let parts = now.formatted(.iso8601.year().month().day()).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return "" }
    return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
  }
}
