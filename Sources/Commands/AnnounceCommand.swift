import ArgumentParser
import Lanes
import Steps
import TextEditing

struct AnnounceCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "announce",
    abstract: "Announce the newest release on the channels of the Releasefile.",
    usage: "martlet announce [<channel> ...] [options]",
    discussion: """
      Examples:
        martlet announce --preview                 print the text for each channel
        martlet announce                           show the plan, ask for confirmation, post
        martlet announce blog --tag 1.5.0          announce this release on one channel

      The release is that of the newest tag before HEAD. Notes come from the changelog. `martlet help announce` explains
      the step of a lane.
      """)

  @Argument(help: ArgumentHelp("The names of channels; by default, all of them.", valueName: "channel"))
  var channels: [String] = []

  @Option(help: "The tag to announce; by default, the newest one.")
  var tag: String?

  @Flag(help: "Only print the texts.")
  var preview = false

  @OptionGroup var action: ActionOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    let session = try Session(options)
    var step = AnnounceStep()
    if !channels.isEmpty { step.channels = channels.map(Template.init(text:)) }
    step.tag = tag.map(Template.init(text:))
    let steps = [StepDeclaration(step)]
    guard preview else { return try session.perform(steps, title: "announce", action) }
    let answers = try TerminalAnswers([], agrees: false, in: session)
    var planner = Planner(
      steps, title: "announce", of: try session.releasefile() ?? Releasefile(), in: session.context(answers))
    let plan = try session.looking { try planner.preview() }
    try session.print(PlanReport(plan), as: Self.text(of: plan))
  }

  private static func text(of plan: Plan) -> String {
    plan.entries.compactMap { entry -> String? in
      guard case .postMessage(let announcement) = entry.effect else { return nil }
      let heading = "\(announcement.phrase): \(announcement.detailPhrase)".escapedForTerminal()
      return ([heading, ""] + announcement.shownText).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
