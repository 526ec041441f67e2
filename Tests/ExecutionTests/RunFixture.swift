import Execution
import Processes
import TestSupport
import TextEditing

@testable import Lanes

/// A repository in which commands are run by transactions.
struct RunFixture {
  let sandbox: GitSandbox
  let interruption: Interruption
  /// What commands find in their environment, beside the facts and what their step declares.
  var environment: [String: String]

  /// A repository on `main` with one file `VERSION`.
  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["VERSION": "1.0.0\n"])
    interruption = try Interruption()
    environment = sandbox.environment
  }

  /// What a run came to.
  struct Outcome {
    /// What was shown.
    var lines: [String] = []
    /// What was captured, by the number of the entry.
    var outputs: [Int: String] = [:]
    /// The error in full; nil when there was none.
    var error: String?
    /// The warnings' messages.
    var warnings: [String] = []
  }

  /// Raises `VERSION` from 1.0.0 to 1.1.0, then runs `command`.
  ///
  /// - Parameter onLine: Told of every line as it is shown.
  func outcome(
    of command: CommandRun, secrets: RunSecrets = RunSecrets(), onLine: @escaping (String) -> Void = { _ in }
  ) throws -> Outcome {
    try sandbox.write("VERSION", "1.0.0\n")
    let workspace = try Workspace(
      containing: sandbox.path, environment: environment, interruption: interruption)
    let version: RelativePath = "VERSION"
    let write = FileWrite(
      from: SourceText(path: version, text: "1.0.0\n"), to: SourceText(path: version, text: "1.1.0\n"))
    let plan = Plan(
      title: "lane", version: nil,
      entries: [
        Plan.Entry(number: 1, stage: 1, step: "bump", effect: .writeFile(write)),
        Plan.Entry(number: 2, stage: 1, step: "run", effect: .runCommand(command)),
      ], remarks: [], isConfirmed: true)
    // Watchers escape, so that what they are told is kept in an object.
    final class Notes { var outcome = Outcome() }
    let notes = Notes()
    let reporter = CallbackReporter { _ in
    } commandDidWrite: { output in
      for line in output.lines.map({ String(decoding: $0, as: UTF8.self) }) {
        notes.outcome.lines.append(line)
        onLine(line)
      }
    } warn: { diagnostic in
      notes.outcome.warnings.append(diagnostic.message)
    }
    do {
      let receipt = try Transaction.prepare(
        PlannedStage(plan), in: workspace, beginning: RunStart(title: plan.title)
      ).apply(secrets: secrets, reporter: reporter)
      receipt.end(.done)
      notes.outcome.outputs = receipt.result.outputs
    } catch {
      notes.outcome.error = error.words
    }
    return notes.outcome
  }
}

extension Error {
  /// All that is said about it.
  var words: String {
    ((self as? any ExplainedError)?.diagnostics ?? [Diagnostic("\(self)")]).map { $0.rendered() }.joined(
      separator: "\n")
  }
}

extension CommandRun {
  /// A script for the shell.
  static func shell(_ script: String, _ terms: CommandTerms = CommandTerms()) -> CommandRun {
    CommandRun(.shell(script), directory: nil, environment: CommandEnvironment(), outputs: [], terms: terms)
  }

  /// A program and its arguments.
  static func program(_ words: String..., directory: RelativePath? = nil) -> CommandRun {
    CommandRun(
      .vector(words), directory: directory, environment: CommandEnvironment(), outputs: [], terms: CommandTerms())
  }

  /// A script whose output is captured.
  static func captured(_ script: String) -> CommandRun {
    var terms = CommandTerms()
    terms.isCaptured = true
    return shell(script, terms)
  }

  /// A script that finds these variables.
  static func shell(_ script: String, variables: [String: String], secrets: [String: String] = [:]) -> CommandRun {
    var environment = CommandEnvironment()
    environment.values = variables
    environment.secrets = secrets
    return CommandRun(.shell(script), directory: nil, environment: environment, outputs: [], terms: CommandTerms())
  }
}
