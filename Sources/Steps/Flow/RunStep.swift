import Lanes
import MartletCore

/// Runs a user-defined program.
package struct RunStep: Step {
  package static let keyword = "run"
  package static let foreignNames = ["sh"]
  package static let summary = "Runs a program or a shell script. Later steps are planned after it has run."
  package static let parameters = [
    Parameter<Self>.main("command", \.command, "The program and its arguments; they are not interpreted by a shell."),
    Parameter<Self>(
      "shell", \.shell,
      "A script for `/bin/sh` instead of a command. `${…}` is not replaced in it: the facts are in its environment."),
    Parameter<Self>("working_directory", \.directory, "The working directory, relative to the repository's root."),
    Parameter<Self>(
      "environment", \.environment, "Additional environment variables. Secrets can be used only here."),
    Parameter<Self>(
      "outputs", \.outputs, "The files that it writes; `commit` includes those that git does not ignore."),
    Parameter<Self>(
      "changes", \.changes,
      "`[head]` if it makes commits or checks out another branch. Otherwise a moved HEAD stops the run."),
    Parameter<Self>(
      "artifacts", \.artifacts,
      "The files that it makes for a release, such as `dist/*.zip`. They are hashed and kept right after it has run. A file that is older than the run stops it."
    ),
    Parameter<Self>("capture", \.isCaptured, "Whether to store its output as `${steps.ID.output}`."),
    Parameter<Self>("timeout", \.timeout, "The time limit in seconds."),
    Parameter<Self>("allow_exit_codes", \.allowedStatuses, "The exit codes that count as success."),
    Parameter<Self>(
      "outward", \.isOutward,
      "Whether its effects are public, such as an upload. Once it has succeeded, Martlet undoes nothing."),
  ]
  package static let outputs =
    [StepOutput("output", "Its output, with `capture`, without the final line break.")] + artifactOutputs

  private static let artifactOutputs = [
    StepOutput("path", "The path of each artifact, one a line."),
    StepOutput("sha256", "The SHA-256 of each artifact, one a line."),
    StepOutput("size", "The size of each artifact in bytes, one a line."),
  ]

  package var command: [Template] = []
  package var shell: Verbatim?
  package var directory: Template?
  package var environment = NamedTexts()
  package var outputs: [Template] = []
  package var changes: [CommandChange] = []
  package var artifacts: [Template] = []
  package var isCaptured = false
  package var timeout: Seconds?
  package var allowedStatuses = [CommandStatus(0)]
  package var isOutward = false

  package init() {}

  package var reachesServices: Bool { isOutward }

  package func givenOutputs(_ lane: (String) -> Lane?) -> [String]? {
    (isCaptured ? ["output"] : []) + (artifacts.isEmpty ? [] : Self.artifactOutputs.map(\.name))
  }

  package func mistakes(id: String?) -> [StepProblem] {
    var mistakes: [StepProblem] = []
    switch (command.isEmpty, shell) {
    case (false, .some): mistakes.append(StepProblem(.commandAndShell))
    case (true, nil): mistakes.append(StepProblem(.noCommand))
    case (true, let shell?):
      if shell.text.allSatisfy(\.isWhitespace) { mistakes.append(StepProblem(.noCommand)) }
    case (false, nil):
      if let program = command.first?.literal, let error = problem(withProgram: program) {
        mistakes.append(StepProblem(error))
      }
    }
    if isCaptured, id == nil { mistakes.append(StepProblem(.captureWithoutID)) }
    for variable in environment.entries where !variable.name.isVariableName {
      mistakes.append(StepProblem(.badVariableName(variable.name), at: variable.nameSpan))
    }
    return mistakes
  }

  package func plan(_ draft: Draft) throws -> Decision {
    var terms = CommandPolicy()
    terms.artifacts = try artifacts.map { try pattern($0, in: draft) }
    terms.isCaptured = isCaptured
    terms.timeout = timeout?.number
    terms.allowedStatuses = allowedStatuses.map { Int32($0.number) }
    terms.isOutward = isOutward
    terms.changes = changes
    let run = CommandRun(
      try words(in: draft), directory: try directory.map { try path($0, in: draft) },
      environment: try environment(in: draft), outputs: try outputs.map { try path($0, in: draft) }.sorted(),
      terms: terms)
    var decision = Decision([.runCommand(run)])
    decision.outputs["path"] = run.artifacts?.joined(separator: "\n")
    return decision
  }

  /// Whether it declares no change of the repository.
  var changesNothing: Bool { outputs.isEmpty && changes.isEmpty }

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
    try draft.workspace.environment.checkRefusals(except: environment.entries.map(\.name))
    for variable in environment.entries {
      if let secret = draft.secretName(of: variable.text) {
        result.secrets[variable.name] = secret
      } else {
        result.values[variable.name] = try draft.text(of: variable.text)
      }
    }
    return result
  }

  private func pattern(_ template: Template, in draft: Draft) throws -> String {
    let text = try draft.text(of: template)
    guard let pattern = PathPattern(text) else { throw Failure.badPath(text) }
    return pattern.source
  }

  private func path(_ template: Template, in draft: Draft) throws -> RelativePath {
    try draft.path(draft.text(of: template))
  }
}

extension Failure {
  static let commandAndShell = Failure("both `command` and `shell` are given, expected one of them")
  static let noCommand = Failure("nothing to run, expected a program and its arguments, or `shell`")

  static func commandWithBlanks(_ text: String) -> Failure {
    Failure(
      "`\(text)` is not a program, expected a list such as `[swift, test]`",
      hint:
        "write `run: [\(text.split(separator: " ").joined(separator: ", "))]`, or `run: {shell: …}` for a shell script")
  }

  static let captureWithoutID = Failure(
    "`capture` without an `id`, so no step can read the output",
    hint: "add `id: NAME` beside `run`, and read the output as `${steps.NAME.output}`")

  static func badVariableName(_ name: String) -> Failure {
    Failure("`\(name)` is not a valid variable name, expected letters, digits and `_`, and no digit first")
  }
}
