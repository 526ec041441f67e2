import Lanes
import Processes
import TextEditing
import Versioning

/// The answers of the person at the terminal, after those that the command line and the environment gave ahead.
///
/// What was answered once is not asked again: a step may be planned twice, first to be shown.
final class TerminalAnswers: Answering {
  /// Who can be asked.
  enum Respondent {
    /// Somebody sits at the terminal.
    case person
    /// Nobody: what is not answered ahead is an error.
    case nobody
  }

  private let agrees: Bool
  private let respondent: Respondent
  private let console: Console
  private let interruption: Interruption
  private let environment: [String: String]
  private var given: [String: String] = [:]
  private var accepted: [String: String] = [:]
  private var secretNames: Set<String> = []
  private var confirmationCount = 0
  /// What was shown with the last question whether to go on.
  private(set) var lastPreview: Plan?

  /// The names of the questions that the command line answers.
  var givenNames: [String] { given.keys.sorted() }

  /// - Parameters:
  ///   - answers: As `--answer` takes them, `name=value`.
  ///   - agrees: Whether `--yes` was given.
  /// - Throws: `Failure.badAnswer`.
  ///   - respondent: Who can be asked; nil: whoever can be asked in `session`.
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

  /// The answers of a run's journal, for planning that asks nobody.
  static func recorded(in session: Session) throws(Failure) -> TerminalAnswers {
    try TerminalAnswers([], agrees: true, in: session, respondent: .nobody)
  }

  func answer(to question: Question, problem: (String) -> String?) throws -> String {
    if let answer = accepted[question.id] { return answer }
    let answer = try known(question, problem) ?? asked(question, problem)
    accepted[question.id] = answer
    if question.isSecret { secretNames.insert(question.id) }
    return answer
  }

  /// The answer that was given before, on the command line or in the environment; nil: only a person knows it.
  func known(_ question: Question, _ problem: (String) -> String?) throws -> String? {
    if let answer = accepted[question.id] { return answer }
    let ahead = given[question.id] ?? question.variable.flatMap { environment[$0] }
    return try ahead.map { try checked($0, problem) }
  }

  /// What has been answered, without secrets, for a run that is gone on with later.
  var recorded: [String: String] { accepted.filter { !secretNames.contains($0.key) } }

  /// Takes what was `recorded` for given.
  func recall(_ answers: [String: String]) {
    accepted.merge(answers) { own, _ in own }
  }

  func confirms(_ text: String, preview: Plan) throws -> Bool {
    // The same may be asked twice and answered otherwise: the questions are told apart by their order.
    confirmationCount += 1
    let name = "confirm \(confirmationCount)"
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
    return try isYes(text)
  }

  /// Whether the person agrees; anything but a yes is a no.
  func isYes(_ question: String) throws -> Bool {
    let answer = try console.answer(to: "\(question.escapedForTerminal()) [y/N] ") {
      try TypedLine.next(orUntil: interruption)
    }
    return ["y", "yes"].contains(answer.lowercased())
  }

  private func checked(_ answer: String, _ problem: (String) -> String?) throws -> String {
    if let problem = problem(answer) { throw AnswerError.wrong(problem) }
    return answer
  }

  private func asked(_ question: Question, _ problem: (String) -> String?) throws -> String {
    guard respondent == .person else {
      if let answer = question.defaultAnswer { return try checked(answer, problem) }
      throw AnswerError.missing(question.text, option: "--answer \(question.id)=\(question.exampleAnswer)")
    }
    while true {
      func ask() throws -> String {
        try console.answer(to: question.prompt) { try TypedLine.next(orUntil: interruption) }
      }
      let typed = try question.isSecret ? TypedLine.hidden(ask) : ask()
      let answer = typed.isEmpty ? question.answerOfEnter ?? "" : typed
      guard let problem = problem(answer) else { return answer }
      console.report([Diagnostic(problem)])
    }
  }
}

/// The answers that are known before a run does anything: others are not asked for.
struct KnownAnswers: Answering {
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

  fileprivate var answerOfEnter: String? {
    if case .version(let current) = kind { current.description } else { defaultAnswer }
  }

  /// An answer that would do, for the hint that asks for one: of a version the next one.
  fileprivate var exampleAnswer: String {
    guard case .version(let current) = kind else { return "…" }
    return (try? current.changed(current.components.count > 1 ? .minor : .major))?.description ?? "…"
  }

  /// What the person reads, with a blank at its end.
  fileprivate var prompt: String {
    let text = text.escapedForTerminal()
    return switch kind {
    case .version(let current): "\(text), now \(current) (<enter> keeps it): "
    case .choice(let choices): "\(text) (\(choices.joined(separator: ", ").escapedForTerminal()))\(defaultNote): "
    case .text, .secret: "\(text)\(defaultNote): "
    }
  }

  private var defaultNote: String {
    defaultAnswer.map { " [\($0.escapedForTerminal())]" } ?? ""
  }
}

extension Failure {
  static func badAnswer(_ text: String) -> Failure {
    Failure("`\(text)` is no answer, expected `name=value`", exit: .usage)
  }
}

/// A question to which there is no usable answer, and nobody to ask.
struct AnswerError: ExplainedError {
  let failure: Failure

  static func missing(_ question: String, option: String) -> AnswerError {
    AnswerError(
      failure: Failure(
        "nobody is there to answer `\(question)`", hint: "give it with `\(option)`", code: .unanswered, exit: .usage))
  }

  /// - Parameter problem: What is wrong with an answer that was given in advance.
  static func wrong(_ problem: String) -> AnswerError {
    AnswerError(failure: Failure(problem, exit: .usage))
  }
}
