import ArgumentParser

/// The options of a command that can release something.
struct ActionOptions: ParsableArguments {
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var exit: DetailedExitOptions
}

/// The options of a command that ends or announces a release.
struct ConfirmedActionOptions: ParsableArguments {
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions

  var all: ActionOptions { ActionOptions(confirmation, plan) }
}

/// The options of a command that only changes files. The hidden option is accepted: there is nothing to confirm.
struct FileActionOptions: ParsableArguments {
  @OptionGroup(visibility: .hidden) var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions

  var all: ActionOptions { ActionOptions(confirmation, plan) }
}

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
}

extension ActionOptions {
  fileprivate init(_ confirmation: ConfirmationOptions, _ plan: DryRunOptions) {
    self.init()
    var exit = DetailedExitOptions()
    exit.detailedExit = false
    (self.confirmation, self.plan, self.exit) = (confirmation, plan, exit)
  }

  var yes: Bool { confirmation.yes }
  var detailedExit: Bool { exit.detailedExit }
}
