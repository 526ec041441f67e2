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
      if answers.lastPreview?.entries != plan.entries { try console.print(text) }
    } else if needsPrompt {
      console.show(text)
    }
    if needsPrompt { try ask() }
  }

  /// - Throws: `Failure.declined` unless the user answers yes.
  func ask() throws {
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
