import ArgumentParser

/// The option of commands that prompt for a confirmation. Commands that only change files accept it, too.
struct ConfirmationOptions: ParsableArguments {
  @Flag(name: [.customShort("y"), .long], help: "Answer yes to every confirmation.")
  var yes = false
}

struct DryRunOptions: ParsableArguments {
  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Print the plan and stop.")
  var dryRun = false
}

struct DetailedExitOptions: ParsableArguments {
  @Flag(name: .customLong("detailed-exit"), help: "Exit with status 10 when there is nothing to release.")
  var detailedExit = false
}

/// The options of commands that plan lanes.
struct AnswerOptions: ParsableArguments {
  @Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "Answer a prompt in advance, for example version=1.5.0. Repeatable.",
      valueName: "name=value"))
  var answers: [String] = []

  @Option(
    name: .customLong("version"),
    help: ArgumentHelp("The new version of the lane, or the part to raise, as after its name.", valueName: "version"))
  var version: String?
}

/// A command that changes something.
protocol ActionCommand: ProjectCommand {
  var confirmation: ConfirmationOptions { get }
  var plan: DryRunOptions { get }
  var action: ActionOptions { get }
}

extension ActionCommand {
  var action: ActionOptions { ActionOptions(confirmation, plan) }
}

/// The values of the options of a command that changes something.
struct ActionOptions {
  var yes = false
  var dryRun = false
  var detailedExit = false
}

extension ActionOptions {
  init(_ confirmation: ConfirmationOptions, _ plan: DryRunOptions, _ exit: DetailedExitOptions? = nil) {
    (yes, dryRun, detailedExit) = (confirmation.yes, plan.dryRun, exit?.detailedExit ?? false)
  }
}
