import ArgumentParser
import Lanes
import MartletCore
import Steps

struct AnnounceCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "announce",
    abstract: "Announce the newest release on the channels of the Releasefile.",
    usage: "martlet announce [<channel> ...] [options]",
    discussion: """
      Examples:
        martlet announce --preview                 print the text for each channel
        martlet announce                           show the plan, prompt, and post
        martlet announce blog --tag 1.5.0          post this release on one channel

      The release is that of the newest tag before HEAD. Title, notice and link are those of the step `announce` in the \
      lane `announce`, or in the only lane that has one. `martlet help step announce` explains the step. Channels on which a \
      run of this clone has announced the release are left out, and so is a post that Micropub, Mastodon or GitHub lists.
      """)

  @Argument(help: ArgumentHelp("The names of channels; by default, all of them.", valueName: "channel"))
  var channels: [String] = []

  @Option(help: "The tag to announce, or its version; by default, the newest one.")
  var tag: String?

  @Option(
    help:
      "The lane with the step `announce`, whose texts are posted; by default, `announce`, or the only lane that has one."
  )
  var lane: String?

  @Flag(help: "Post on a channel even if it has the announcement already.")
  var again = false

  @Flag(help: "Only print the texts.")
  var preview = false

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    let releasefile = try session.releasefile() ?? Releasefile()
    let steps = try steps(of: releasefile, tag: tag.map(session.draft().tag(of:)))
    guard preview else {
      return try LaneRunner(action, in: session).perform(steps, title: "announce", of: releasefile)
    }
    let answers = try TerminalAnswers([], agrees: false, in: session)
    var planner = Planner(steps, title: "announce", of: releasefile, in: session.context(answers))
    let plan = try session.looking { try planner.preview() }
    try session.print(PlanReport(plan), as: Self.text(of: plan))
  }

  /// Returns the steps `announce` of the lane, for the channels and the tag of the command. Channels that the lane does
  /// not announce on have the texts of a step without parameters.
  private func steps(of releasefile: Releasefile, tag: String?) throws -> [StepDeclaration] {
    var steps: [StepDeclaration] = []
    var left = channels
    for declaration in try declaredSteps(in: releasefile) {
      guard var step = declaration.step as? AnnounceStep else { continue }
      if !channels.isEmpty {
        let names = channels.filter { name in step.channels?.contains { $0.source == name } ?? true }
        guard !names.isEmpty else { continue }
        left.removeAll(where: names.contains)
        step.channels = names.map(Template.init(text:))
      }
      step.tag = tag.map(Template.init(text:)) ?? step.tag
      step.repetition = again || preview ? .always : .ifMissing
      steps.append(StepDeclaration(step, span: declaration.span, source: declaration.source))
    }
    guard steps.isEmpty || !left.isEmpty else { return steps }
    var step = AnnounceStep()
    if !left.isEmpty { step.channels = left.map(Template.init(text:)) }
    step.tag = tag.map(Template.init(text:))
    step.repetition = again || preview ? .always : .ifMissing
    return steps + [StepDeclaration(step)]
  }

  /// Returns the steps `announce` of `--lane`, of the lane `announce`, or of the only lane that has some.
  private func declaredSteps(in releasefile: Releasefile) throws -> [StepDeclaration] {
    let lanes = releasefile.lanes.map { ($0.name, steps: $0.announceSteps) }.filter { !$0.steps.isEmpty }
    if let lane {
      guard let found = lanes.first(where: { $0.0 == lane }) else {
        throw Failure.noAnnounceStep(lane, known: lanes.map(\.0))
      }
      return found.steps
    }
    if let own = lanes.first(where: { $0.0 == "announce" }) { return own.steps }
    guard lanes.allSatisfy({ $0.steps.hasSameTexts(as: lanes[0].steps) }) else {
      throw Failure.severalAnnouncements(lanes.map(\.0))
    }
    return lanes.first?.steps ?? []
  }

  private static func text(of plan: Plan) -> String {
    plan.entries.compactMap { entry -> String? in
      guard case .postMessage = entry.effect else { return nil }
      let summary = entry.effect.summary
      let heading = "\(summary.object): \(summary.detail)".escapedForTerminal()
      return ([heading, ""] + summary.lines.map { $0.escapedForTerminal() }).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}

extension Lane {
  fileprivate var announceSteps: [StepDeclaration] {
    steps.flatMap(\.withNestedSteps).filter { $0.step is AnnounceStep }
  }
}

extension [StepDeclaration] {
  fileprivate func hasSameTexts(as other: [StepDeclaration]) -> Bool {
    map { $0.step as? AnnounceStep } == other.map { $0.step as? AnnounceStep }
  }
}

extension Failure {
  fileprivate static func noAnnounceStep(_ lane: String, known: [String]) -> Failure {
    Failure(
      known.isEmpty
        ? "no lane has a step `announce`"
        : "the lane `\(lane)` has no step `announce`, expected one of \(known.quotedList)",
      hint: known.suggestion(for: lane), exit: .usage)
  }

  fileprivate static func severalAnnouncements(_ lanes: [String]) -> Failure {
    Failure(
      "the lanes \(lanes.quotedList) announce with different parameters",
      hint: "choose one, such as `martlet announce --lane \((lanes.first ?? "").shellWord)`", exit: .usage)
  }
}
