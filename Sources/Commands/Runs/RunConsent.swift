import Lanes
import MartletCore

/// The user's confirmation of what a run makes public.
struct RunConsent {
  let session: Session
  let answers: TerminalAnswers
  /// Whether `--yes` was given.
  let isGiven: Bool

  /// - Throws: `Failure.unapproved` if one of `entries` makes something public, without `--yes` and without a terminal.
  func check(_ entries: [Plan.Entry]) throws {
    let outward = entries.filter(\.effect.isOutward)
    guard !outward.isEmpty, !isGiven, session.respondent == .unattended else { return }
    throw Failure.unapproved(effects: outward.map(\.effect.summary.phrase))
  }

  /// Shows `plan`, unless a prompt has shown it already, and prompts for confirmation if it makes something public that
  /// was not confirmed yet. A prompt always has the plan above it.
  ///
  /// - Parameter version: The version after the previous stages.
  func confirm(_ plan: Plan, after version: VersionState?, on console: Console) throws {
    try check(plan.entries)
    let needsPrompt = plan.hasOutwardEffects && !plan.isConfirmed && !isGiven && session.respondent == .person
    let text = PlanText(plan, after: version, console: console).rendered()
    if !session.options.json, !session.options.quiet {
      let isShown = answers.lastPreview?.entries == plan.entries
      if !isShown { try console.print(text) }
      if needsPrompt { try ask(about: isShown ? nil : text) }
    } else if needsPrompt {
      try ask(about: text)
    }
  }

  /// Prompts for confirmation below `text`, which is shown unless standard output has it on the same terminal.
  ///
  /// - Parameter text: What becomes public; nil if a prompt has shown it already.
  /// - Throws: `Failure.declined` unless the user answers yes.
  func ask(about text: String?) throws {
    let console = session.console
    if let text, session.options.json || session.options.quiet || !console.showsResults { console.show(text) }
    if try !answers.isConfirmed("Continue?") { throw Failure.declined }
  }
}

extension Failure {
  /// `effects` become public, without a terminal for the confirmation and without `--yes`.
  static func unapproved(effects: [String]) -> Failure {
    Failure(
      "no terminal to confirm what becomes public: \(effects.joined(separator: "; "))",
      hint: "show the plan with `--dry-run`, then repeat the command with `--yes`", code: .unanswered, exit: .usage)
  }
}
