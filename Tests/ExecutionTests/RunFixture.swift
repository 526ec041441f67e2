import Execution
import MartletCore
import Processes
import TestSupport

@testable import Lanes

/// A repository in which transactions run commands.
struct RunFixture {
  let sandbox: GitSandbox
  let interruption: Interruption
  /// The environment of commands, in addition to the facts and the step's variables.
  var environment: [String: String]

  /// A repository on `main` with one file `VERSION`.
  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["VERSION": "1.0.0\n"])
    interruption = try Interruption()
    environment = sandbox.environment
  }

  /// The result of a run.
  struct Outcome {
    /// The displayed lines.
    var lines: [String] = []
    /// The captured output, by the number of the entry.
    var outputs: [Int: String] = [:]
    /// The complete error; nil if there was none.
    var error: String?
    /// The warnings' messages.
    var warnings: [String] = []
  }

  /// Raises `VERSION` from 1.0.0 to 1.1.0, then runs `command`.
  ///
  /// - Parameter onLine: Receives every displayed line.
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
    // Observers escape, so an object keeps what they receive.
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
      notes.outcome.outputs = receipt.outcomes.compactMapValues(\.output)
    } catch {
      notes.outcome.error = error.words
    }
    return notes.outcome
  }
}

extension Error {
  /// The complete message.
  var words: String {
    ((self as? any ExplainedError)?.diagnostics ?? [Diagnostic("\(self)")]).map { $0.rendered() }.joined(
      separator: "\n")
  }
}

extension CommandRun {
  /// A shell script.
  static func shell(_ script: String, _ terms: CommandPolicy = CommandPolicy()) -> CommandRun {
    CommandRun(.shell(script), directory: nil, environment: CommandEnvironment(), outputs: [], terms: terms)
  }

  /// A program and its arguments.
  static func program(_ words: String..., directory: RelativePath? = nil) -> CommandRun {
    CommandRun(
      .vector(words), directory: directory, environment: CommandEnvironment(), outputs: [], terms: CommandPolicy())
  }

  /// A script whose output is captured.
  static func captured(_ script: String) -> CommandRun {
    var terms = CommandPolicy()
    terms.isCaptured = true
    return shell(script, terms)
  }

  /// A script with these variables.
  static func shell(_ script: String, variables: [String: String], secrets: [String: String] = [:]) -> CommandRun {
    var environment = CommandEnvironment()
    environment.values = variables
    environment.secrets = secrets
    return CommandRun(.shell(script), directory: nil, environment: environment, outputs: [], terms: CommandPolicy())
  }
}
