import Git
import TestSupport
import Testing
import TextEditing
import Versioning

@testable import Execution
@testable import Lanes

@Suite("A run that fails after something became public")
struct TransactionFailureTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  @Test("leaves all as it is and says what is public")
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
        stopped at entry 4, tag; public already: entry 3; nothing was taken back, `martlet resume` goes on from here
        """)
    #expect(try release.origin.reference("refs/heads/main") == commit)
    #expect(try sandbox.git("show", "main:VERSION") == "1.5.0")
    #expect(sandbox.read("VERSION") == "1.5.0\n")
    try release.checkHealth()
  }

  @Test("says whether anything may be public")
  func aftermath() throws {
    let plan = try release.plan()
    let entry = try #require(plan.entries.last)
    func failure(_ aftermath: TransactionFailure.Aftermath) -> TransactionFailure {
      TransactionFailure(at: entry, ExecutionError.headMovedSincePlan, aftermath: aftermath)
    }
    #expect(!failure(.nothingDone).mayBePublic)
    #expect(!failure(.takenBack(problems: ["a"])).mayBePublic)
    #expect(failure(.published([entry])).mayBePublic)
    #expect(failure(.uncertain([])).mayBePublic)
    #expect(failure(.uncertain([])).publicEntries == [])
    #expect(
      failure(.uncertain([entry])).diagnostics.first?.notes == [
        "stopped at entry 5, push; public already: entry 5; nothing was taken back, because more may be public; `martlet resume` finds out and goes on"
      ])
  }
}
