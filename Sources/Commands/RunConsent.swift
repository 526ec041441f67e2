import Lanes
import TextEditing

/// The agreement to what a run makes public.
struct RunConsent {
  let session: Session
  let answers: TerminalAnswers
  /// Whether `--yes` was given.
  let isGiven: Bool
  /// The command that `--yes` would be added to.
  let command: String

  /// - Throws: `Failure.unapproved` where one of `entries` makes something public, `--yes` was not given, and nobody can be
  ///   asked.
  func check(_ entries: [Plan.Entry]) throws {
    let outward = entries.filter(\.effect.isOutward)
    guard !outward.isEmpty, !isGiven, session.respondent == .nobody else { return }
    throw Failure.unapproved(effects: outward.map(\.phrase), command: command)
  }

  /// Shows `plan`, unless it was shown with a question before, and asks about what is outward in it, unless that was
  /// agreed to. Whoever is asked sees the plan.
  ///
  /// - Parameter version: What stages before have made of the version.
  func confirm(_ plan: Plan, after version: VersionState?, on console: Console) throws {
    try check(plan.entries)
    let isAskedAbout = plan.hasOutwardEffects && !plan.isConfirmed && !isGiven && session.respondent == .person
    let text = PlanText(plan, after: version, console: console).rendered()
    if !session.options.json, !session.options.quiet {
      if answers.lastPreview?.entries != plan.entries { try console.print(text) }
    } else if isAskedAbout {
      console.show(text)
    }
    if isAskedAbout { try ask() }
  }

  /// - Throws: `Failure.declined` unless the person at the terminal says yes.
  func ask() throws {
    if try !answers.isYes("Go on?") { throw Failure.declined }
  }
}

extension Failure {
  /// No terminal to confirm that `effects` become public, and no `--yes`.
  static func unapproved(effects: [String], command: String) -> Failure {
    Failure(
      "no terminal to ask whether this may become public: \(effects.joined(separator: "; "))",
      hint: "read the plan, then agree to it with `\(command) --yes`", code: .unanswered, exit: .usage)
  }
}
