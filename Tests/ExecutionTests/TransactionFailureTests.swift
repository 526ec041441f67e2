import Git
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("A run that fails after it became public")
struct TransactionFailureTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  @Test("undoes nothing and lists what is public")
  func afterPush() throws {
    try sandbox.hook("pre-push", "git tag late")
    let plan = Release.plan([
      release.write("VERSION", "1.5.0\n"), try release.commit("VERSION"), release.push(),
      release.tag("late", at: .planned(entry: 2)),
    ])
    let words = try release.words(of: plan)
    let commit = try sandbox.git("rev-parse", "main")
    #expect(
      words == """
        error: the tag `late` exists already, at \(commit.prefix(7))
        stopped at entry 4, tag; already public: main on origin; nothing was undone; `martlet finish` continues from here
        """)
    #expect(try release.origin.reference("refs/heads/main") == commit)
    #expect(try sandbox.git("show", "main:VERSION") == "1.5.0")
    #expect(sandbox.read("VERSION") == "1.5.0\n")
    try release.checkHealth()
  }

  /// Problems of an outward command, and whether it may have published something.
  private static let commandProblems: [(CommandProblem, Bool)] = [
    (.ended(.exited(status: 1), allowed: [0]), true), (.tooMuchOutput(limit: 1), true), (.outputNotText, true),
    (.onlyInFolder(program: "make"), false), (.shellBuiltin("cd"), false), (.noDirectory("a"), false),
    (.couldNotRun(.containsNUL(program: "make")), false),
  ]

  @Test("has the user check what an outward command did, unless it was not started", arguments: commandProblems)
  func outwardCommand(_ problem: CommandProblem, _ wasStarted: Bool) {
    var policy = CommandPolicy()
    policy.isOutward = true
    let command = CommandRun(
      .shell("make publish"), directory: nil, environment: CommandEnvironment(), outputs: [], terms: policy)
    let entry = Plan.Entry(number: 1, stage: 1, step: "run", effect: .runCommand(command))
    let failure = TransactionFailure(
      at: entry, ExecutionError.command("make publish", problem), rollback: .undone(problems: []))
    let state =
      wasStarted
      ? "everything was undone; check whether the command published something"
      : "nothing is public, and everything was undone"
    #expect(failure.diagnostics.first?.notes.last == "stopped at entry 1, run; \(state)")
  }

  @Test("reports whether anything may be public")
  func rollback() throws {
    let plan = try release.plan()
    let entry = try #require(plan.entries.last)
    func failure(_ rollback: TransactionFailure.RollbackOutcome) -> TransactionFailure {
      TransactionFailure(at: entry, ExecutionError.headMovedSincePlan, rollback: rollback)
    }
    #expect(!failure(.nothingDone).mayBePublic)
    #expect(!failure(.undone(problems: [Diagnostic("a")])).mayBePublic)
    #expect(failure(.published([.entry(entry)])).mayBePublic)
    #expect(failure(.uncertain([])).mayBePublic)
    #expect(failure(.uncertain([])).publicEntries == [])
    #expect(
      failure(.uncertain([.entry(entry)])).diagnostics.first?.notes == [
        "stopped at entry 5, push; already public: main, 1.5.0 on origin; nothing was undone, because more may be public; `martlet finish` checks and continues"
      ])
  }
}
