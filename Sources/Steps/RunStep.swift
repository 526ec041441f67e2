import Lanes
import TextEditing

/// Runs a program of the user's.
package struct RunStep: Step {
  package static let keyword = "run"
  package static let foreignNames = ["sh"]
  package static let summary = "Runs a program, or a script of the shell; planning goes on with what is on disk then."
  package static let parameters = [
    Parameter<Self>.main("command", \.command, "The program and its arguments; no shell reads them."),
    Parameter<Self>(
      "shell", \.shell,
      "A script for `/bin/sh` in place of a command. It is not interpolated: the facts are in its environment."),
    Parameter<Self>("working_directory", \.directory, "The folder that it starts in, from the repository's root."),
    Parameter<Self>(
      "environment", \.environment, "Variables that it finds beside the facts; the only place where a secret may go."),
    Parameter<Self>("outputs", \.outputs, "The files that it writes, so that `commit` takes them."),
    Parameter<Self>("capture", \.isCaptured, "Whether `${steps.ID.output}` becomes what it writes."),
    Parameter<Self>("timeout", \.timeout, "After how many seconds it is ended."),
    Parameter<Self>("allow_exit_codes", \.allowedStatuses, "The exit statuses that count as success."),
    Parameter<Self>(
      "outward", \.isOutward, "Whether others can see what it does, so that the release is public from here on."),
  ]
  package static let outputs = [StepOutput("output", "What it wrote, with `capture`, without the line end at its end.")]

  package var command: [Template] = []
  package var shell: Verbatim?
  package var directory: Template?
  package var environment = NamedTexts()
  package var outputs: [Template] = []
  package var isCaptured = false
  package var timeout: Seconds?
  package var allowedStatuses = [CommandStatus(0)]
  package var isOutward = false

  package init() {}

  package func givenOutputs(_ lane: (String) -> Lane?) -> [String]? { isCaptured ? Self.outputs.map(\.name) : [] }

  package func mistakes(id: String?) -> [StepMistake] {
    var mistakes: [StepMistake] = []
    switch (command.isEmpty, shell) {
    case (false, .some): mistakes.append(StepMistake(.commandAndShell))
    case (true, nil): mistakes.append(StepMistake(.noCommand))
    case (true, let shell?):
      if shell.text.allSatisfy(\.isWhitespace) { mistakes.append(StepMistake(.noCommand)) }
    case (false, nil):
      if let program = command.first?.literal, let error = problem(withProgram: program) {
        mistakes.append(StepMistake(error))
      }
    }
    if isCaptured, id == nil { mistakes.append(StepMistake(.captureWithoutID)) }
    for variable in environment.entries where !variable.name.isVariableName {
      mistakes.append(StepMistake(.badVariableName(variable.name), at: variable.nameSpan))
    }
    return mistakes
  }

  package func plan(_ draft: Draft) throws -> Decision {
    var terms = CommandTerms()
    terms.isCaptured = isCaptured
    terms.timeout = timeout?.number
    terms.allowedStatuses = allowedStatuses.map { Int32($0.number) }
    terms.isOutward = isOutward
    let run = CommandRun(
      try words(in: draft), directory: try directory.map { try path($0, in: draft) },
      environment: try environment(in: draft), outputs: try outputs.map { try path($0, in: draft) }.sorted(),
      terms: terms)
    return Decision([.runCommand(run)])
  }

  private func words(in draft: Draft) throws -> CommandRun.Words {
    if let shell { return .shell(shell.text) }
    let words = try command.map(draft.text(of:))
    if let problem = problem(withProgram: words.first ?? "") { throw problem }
    return .vector(words)
  }

  private func problem(withProgram name: String) -> Failure? {
    if name.isEmpty { return .noCommand }
    return command.count == 1 && name.contains(" ") ? .commandWithBlanks(name) : nil
  }

  private func environment(in draft: Draft) throws -> CommandEnvironment {
    var result = CommandEnvironment()
    result.values = draft.environmentFacts
    for variable in environment.entries {
      if let secret = draft.secretName(of: variable.text) {
        result.secrets[variable.name] = secret
      } else {
        result.values[variable.name] = try draft.text(of: variable.text)
      }
    }
    return result
  }

  private func path(_ template: Template, in draft: Draft) throws -> RelativePath {
    try draft.path(draft.text(of: template))
  }
}

extension Failure {
  static let commandAndShell = Failure("`command` and `shell` together, expected one of them")
  static let noCommand = Failure("nothing to run, expected a program and its arguments, or `shell`")

  static func commandWithBlanks(_ text: String) -> Failure {
    Failure(
      "`\(text)` is no program, expected a list such as `[swift, test]`",
      hint: "write `run: [\(text.split(separator: " ").joined(separator: ", "))]`, or `run: {shell: …}` for the shell")
  }

  static let captureWithoutID = Failure(
    "`capture` without an `id`, so nothing could read the output",
    hint: "add `id: NAME` beside `run`, and read it as `${steps.NAME.output}`")

  static func badVariableName(_ name: String) -> Failure {
    Failure("`\(name)` cannot be the name of a variable, expected letters, digits and `_`, and no digit first")
  }
}
