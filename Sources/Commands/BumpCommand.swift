import ArgumentParser
import Lanes
import Steps
import Versioning

struct BumpCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "bump",
    abstract: "Raise the version everywhere at once.",
    usage: "martlet bump <change> [options]",
    discussion: """
      Examples:
        martlet bump minor                         1.4.2 → 1.5.0
        martlet bump minor --prerelease-id beta    1.4.2 → 1.5.0-beta.1
        martlet bump release                       1.5.0-beta.2 → 1.5.0
        martlet bump 2.0.0 --dry-run               show what would change

      Only the bytes of the version change. Nothing is committed.
      """)

  @Argument(
    help: ArgumentHelp("major, minor, patch, prerelease, release, or the new version itself.", valueName: "change"))
  var change: String

  @Option(help: ArgumentHelp("Make it a pre-release of this name, for example beta.", valueName: "name"))
  var prereleaseId: String?

  @Flag(help: "Let the version stay or go down.")
  var allowLower = false

  @OptionGroup var action: ActionOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    try checkChange()
    let session = try Session(options)
    let answers = try TerminalAnswers([], agrees: action.yes, in: session)
    var step = BumpStep()
    step.change = Template(text: change)
    step.prereleaseID = prereleaseId.map(Template.init(text:))
    step.allowsLower = allowLower
    let planner = Planner(try session.releasefile() ?? Releasefile(), in: session.world(answers))
    try session.carryOut(planner.start([StepDeclaration(step)], title: "bump"), action, answers: answers)
  }

  /// What is no change at all is a mistake in the command line, whatever the project says.
  private func checkChange() throws {
    do {
      _ = try VersionChange(change)
    } catch {
      throw CommandError.unusableVersion(error)
    }
  }
}
