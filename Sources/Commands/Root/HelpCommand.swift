import ArgumentParser
import MartletCore
import Steps

struct HelpCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Explain a command, step, key or error code, or print a template.",
    usage: "martlet help [<name> ...] [options]",
    discussion: """
      Examples:
        martlet help plan                          a command
        martlet help tag                           a step
        martlet help finally                       a key of the Releasefile
        martlet help tag-taken                     an error code
        martlet help step bump                     the step, not the command
        martlet help releasefile                   or variables, if, hooks, words
        martlet help templates notes.md            a built-in template

      `martlet help steps`, `keys`, `errors` and `templates` list all of them, one line each.
      """)

  @Argument(
    help: ArgumentHelp("What to explain.", valueName: "name"), completion: .list(HelpSubject.names))
  var words: [String] = []

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup(visibility: .hidden) var common: CommonOptions

  func run() throws {
    let console = Console(options, environment: Session.processEnvironment)
    let subject = try HelpSubject(words)
    guard options.json else { return try console.print(subject.text(width: console.width)) }
    guard let report = try subject.report else {
      throw ValidationError("`--json` with `\(words.joined(separator: " "))`, expected steps, keys or error codes")
    }
    try console.print(report)
  }
}
