import ArgumentParser
import Lanes
import Steps

struct InitCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a Releasefile from what is found in the project.",
    usage: "martlet init [options]",
    discussion: """
      Examples:
        martlet init --dry-run               show the file that would be written
        martlet init
        martlet init --from fastlane/Fastfile        translate its lanes, and list what has no counterpart

      Nothing that is there already is changed.
      """)

  @Option(
    help: ArgumentHelp("Translate the lanes of this Fastfile, named from the repository's root.", valueName: "path"))
  var from: String?

  @OptionGroup var action: ActionOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    if options.file != nil { throw CommandError.fixedName(Releasefile.fileNames[0]) }
    let session = try Session(options)
    if let existing = try session.releasefileSource() { throw CommandError.releasefileExists(existing.path.string) }
    let answers = try TerminalAnswers([], agrees: action.yes, in: session)
    let planner = Planner(Releasefile(), in: session.world(answers)).start([declaration], title: "init")
    var preview = planner
    let contents = PlanText(try preview.preview(), console: session.console).contents
    if !options.json, !options.quiet { session.console.print(contents) }
    try session.carryOut(planner, action, answers: answers)
    if !action.dryRun {
      session.console.note("next: commit it, then see what a lane would do with `martlet plan release`")
    }
  }

  /// The one step of the lane that this command is.
  private var declaration: StepDeclaration {
    guard let from else { return StepDeclaration(InitStep()) }
    var step = ImportStep()
    step.file = from
    return StepDeclaration(step)
  }
}
