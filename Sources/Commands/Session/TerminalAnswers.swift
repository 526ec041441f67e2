import Lanes
import MartletCore
import Processes

/// The answers to prompts: from the command line, the environment, or the user at the terminal.
///
/// Each prompt is answered once, because a step may be planned twice, first for a preview.
final class TerminalAnswers: AnswerSource {
  /// Who answers prompts.
  enum Respondent {
    /// The user at the terminal.
    case person
    /// A prompt that is not answered in advance is an error.
    case unattended
  }

  private let agrees: Bool
  private let respondent: Respondent
  private let console: Console
  private let interruption: Interruption
  private let environment: StepEnvironment
  private var given: [String: String] = [:]
  private var accepted: [String: String] = [:]
  private var secretNames: Set<String> = []
  private var confirmationCount = 0
  /// The plan that was shown with the last confirmation.
  private(set) var lastPreview: Plan?

  /// The names of the prompts that the command line answers.
  var givenNames: [String] { given.keys.sorted() }

  /// - Parameters:
  ///   - answers: The values of `--answer`, `name=value`.
  ///   - agrees: Whether `--yes` was given.
  ///   - respondent: Who answers prompts; nil for the respondent of `session`.
  /// - Throws: `Failure.badAnswer`.
  init(
    _ answers: [String], agrees: Bool, in session: Session, respondent: Respondent? = nil
  ) throws(Failure) {
    self.agrees = agrees
    self.respondent = respondent ?? session.respondent
    console = session.console
    interruption = session.interruption
    environment = session.workspace.environment
    for answer in answers {
      let parts = answer.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else { throw .badAnswer(answer) }
      given[parts[0]] = parts[1]
    }
  }

  /// Returns answers that accept all confirmations and never prompt, for planning from a journal.
  static func recorded(in session: Session) throws(Failure) -> TerminalAnswers {
    try TerminalAnswers([], agrees: true, in: session, respondent: .unattended)
  }

  func answer(to question: Question, problem: (String) -> String?) throws -> String {
    if let answer = accepted[question.id] { return answer }
    let answer = try known(question, problem) ?? prompted(question, problem)
    accepted[question.id] = answer
    if question.isSecret { secretNames.insert(question.id) }
    return answer
  }

  /// Returns the answer from an earlier prompt, the command line or the environment; nil when there is none.
  func known(_ question: Question, _ problem: (String) -> String?) throws -> String? {
    if let answer = accepted[question.id] { return answer }
    var ahead = given[question.id] ?? question.variable.flatMap { environment[$0] }
    // The empty field of a pipeline keeps the version, like <enter> at the prompt.
    if ahead?.isEmpty == true, case .version(let current) = question.kind { ahead = current.description }
    return try ahead.map { try checked($0, problem) }
  }

  /// The answers so far, without secrets, for the journal.
  var recorded: [String: String] {
    accepted.filter { !secretNames.contains($0.key) && !SecretName.isLikely(value: $0.value) }
  }

  /// Restores the answers of a run from `recorded`.
  func restore(_ answers: [String: String]) {
    accepted.merge(answers) { own, _ in own }
    while accepted[Self.name(ofConfirmation: confirmationCount + 1)] != nil { confirmationCount += 1 }
  }

  private static func name(ofConfirmation number: Int) -> String { "confirm \(number)" }

  func confirms(_ text: String, preview: Plan) throws -> Bool {
    // The same text may get different answers, so confirmations are identified by their order.
    confirmationCount += 1
    let name = Self.name(ofConfirmation: confirmationCount)
    if let answer = accepted[name] { return answer == "yes" }
    let isAgreed = try isAgreed(text, preview: preview)
    accepted[name] = isAgreed ? "yes" : "no"
    return isAgreed
  }

  private func isAgreed(_ text: String, preview: Plan) throws -> Bool {
    if agrees { return true }
    guard respondent == .person else { throw AnswerError.missing(text, option: "--yes") }
    lastPreview = preview
    console.show(PlanText(preview, console: console).rendered())
    return try isConfirmed(text)
  }

  /// Whether the user answers yes; anything else means no.
  func isConfirmed(_ question: String) throws -> Bool {
    let answer = try typedAnswer(to: "\(question.escapedForTerminal()) [y/N] ")
    return ["y", "yes"].contains(answer.lowercased())
  }

  private func typedAnswer(to prompt: String) throws -> String {
    TerminalInput.discardTypeAhead()
    return try console.answer(to: prompt) { try TerminalInput.next(orUntil: interruption) }
  }

  private func checked(_ answer: String, _ problem: (String) -> String?) throws -> String {
    if let problem = problem(answer) { throw AnswerError.wrong(problem) }
    return answer
  }

  private func prompted(_ question: Question, _ problem: (String) -> String?) throws -> String {
    guard respondent == .person else {
      if let answer = question.defaultAnswer { return try checked(answer, problem) }
      throw AnswerError.missing(question.text, option: "--answer \(question.id)=\(question.exampleAnswer)")
    }
    while true {
      func ask() throws -> String { try typedAnswer(to: question.prompt) }
      let typed = try question.isSecret ? TerminalInput.hidden(ask) : ask()
      let answer = typed.isEmpty ? question.answerOfReturnKey ?? "" : typed
      guard let problem = problem(answer) else { return answer }
      console.report([Diagnostic(problem)])
    }
  }
}

/// The answers that are known before a run; it never prompts.
struct PresetAnswers: AnswerSource {
  let answers: TerminalAnswers

  func answer(to question: Question, problem: (String) -> String?) throws -> String {
    guard let answer = try answers.known(question, problem) else {
      throw AnswerError.missing(question.text, option: "--answer \(question.id)=…")
    }
    return answer
  }

  func confirms(_ text: String, preview: Plan) -> Bool { true }
}

extension Question {
  fileprivate var isSecret: Bool {
    if case .secret = kind { true } else { false }
  }

  fileprivate var answerOfReturnKey: String? {
    switch kind {
    case .version(let version), .firstVersion(let version): version.description
    case .text, .choice, .secret: defaultAnswer
    }
  }

  /// An example answer for hints; for a version, the next one.
  fileprivate var exampleAnswer: String {
    if case .firstVersion(let first) = kind { return first.description }
    guard case .version(let current) = kind else { return "…" }
    return (try? current.changed(current.components.count > 1 ? .minor : .major))?.description ?? "…"
  }

  /// The text of the prompt, with a space at its end.
  fileprivate var prompt: String {
    let text = text.escapedForTerminal()
    return switch kind {
    case .version(let current):
      "\(text)\(isComplete ? "" : ", now \(current)") (\(Self.changes(of: current)); <enter> keeps it): "
    case .firstVersion(let first): "\(text)\(isComplete ? "" : ", the first one") (<enter> for \(first)): "
    case .choice(let choices): "\(text) (\(choices.joined(separator: ", ").escapedForTerminal()))\(defaultNote): "
    case .text, .secret: "\(text)\(defaultNote): "
    }
  }

  /// What can be typed, with its result: `minor → 1.9.0`.
  private static func changes(of current: Version) -> String {
    let changes: [(String, VersionChange)] =
      (current.isPrerelease ? [("prerelease", .prerelease), ("release", .release)] : [])
      + [("patch", .patch), ("minor", .minor), ("major", .major)]
    var results: [Version] = []
    return changes.compactMap { name, change in
      guard let result = try? current.changed(change), !results.contains(result) else { return nil }
      results.append(result)
      return "\(name) → \(result)"
    }.joined(separator: ", ")
  }

  private var defaultNote: String {
    defaultAnswer.map { " [\($0.escapedForTerminal())]" } ?? ""
  }
}

extension Failure {
  static func badAnswer(_ text: String) -> Failure {
    Failure("`\(text)` is not an answer, expected `name=value`", exit: .usage)
  }
}

/// A prompt without a usable answer, and without a terminal.
struct AnswerError: ExplainedError {
  let failure: Failure

  static func missing(_ question: String, option: String) -> AnswerError {
    AnswerError(
      failure: Failure(
        "no terminal to answer `\(question)`", hint: "answer it with `\(option)`", code: .unanswered, exit: .usage))
  }

  /// - Parameter problem: What is wrong with an answer that was given in advance.
  static func wrong(_ problem: String) -> AnswerError {
    AnswerError(failure: Failure(problem, exit: .usage))
  }
}
