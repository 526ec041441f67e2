import Git
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

/// Whether a run that fails is undone: a decision about errors and entries.
@Suite("A failure of a run")
struct RollbackTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release(dirt: false) }

  /// The receipt of a run that has performed the first entries of a release: two files, a commit, a tag, a push.
  private func receipt(after count: Int) throws -> Receipt {
    let plan = try release.plan()
    let workspace = try release.workspace()
    let journal = try RunJournal(beginning: RunStart(title: "release"), in: workspace)
    try journal.record([.planned(stage: PlannedStage(plan))])
    var receipt = Receipt(journal)
    for batch in EntryBatch.batches(of: Array(plan.entries.prefix(count)), on: workspace.disk) {
      try batch.perform(in: workspace, &receipt)
    }
    return receipt
  }

  private func failure(_ error: any Error, after count: Int, isPartlyPublic: Bool = false) throws -> TransactionFailure
  {
    var receipt = try receipt(after: count)
    receipt.isPartlyPublic = isPartlyPublic
    return TransactionFailure(at: nil, error, undoing: receipt, in: try release.workspace())
  }

  private static let announcement = Announcement(
    name: "blog", on: .micropub(endpoint: "https://x.example", isDraft: false), title: "Tool 1.5.0", text: "New")

  /// Errors after which something may be public.
  private static let uncertainErrors: [any Error] = [
    UncertainPush(PushRequest([], to: "origin"), .outcomeUnknown(remote: "origin", output: "")),
    UncertainPublication(tag: "1.5.0", page: "https://x.example", reason: nil),
    ExecutionError.unknownOutcome("make publish"),
    AnnouncementError(announcement, Failure("lost"), mayBeSent: true),
    AnnouncementErrors([
      AnnouncementError(announcement, Failure("refused"), mayBeSent: false),
      AnnouncementError(announcement, Failure("lost"), mayBeSent: true),
    ]),
  ]

  @Test(
    "after which something may be public undoes nothing, and leaves the run open", arguments: uncertainErrors.indices)
  func uncertain(_ index: Int) throws {
    let failure = try failure(Self.uncertainErrors[index], after: 4)
    #expect(failure.rollback == .uncertain([]))
    #expect(failure.mayBePublic && failure.failure.exit == .partlyPublic)
    #expect(sandbox.read("VERSION") == "1.5.0\n")
    #expect(try sandbox.git("tag") == "1.5.0")
    #expect(try release.workspace().unfinishedRun() != nil)
  }

  @Test("of a push of which a part arrived undoes nothing")
  func partlyPublic() throws {
    let failure = try failure(ExecutionError.headMovedSincePlan, after: 4, isPartlyPublic: true)
    #expect(failure.rollback == .uncertain([]))
    #expect(try sandbox.git("tag") == "1.5.0")
  }

  @Test("after a push lists what is public, and undoes nothing")
  func published() throws {
    let failure = try failure(ExecutionError.headMovedSincePlan, after: 5)
    #expect(failure.publicEntries.map(\.number) == [5])
    #expect(failure.rollback == .published(failure.publicEntries.map { .entry($0) }))
    #expect(failure.failure.exit == .partlyPublic)
    #expect(try sandbox.git("tag") == "1.5.0")
  }

  @Test(
    "before anything is public undoes everything, and ends the run",
    arguments: [0, 2, 4])
  func undone(count: Int) throws {
    let before = try release.snapshot()
    let error = AnnouncementError(Self.announcement, Failure("refused"), mayBeSent: false)
    let failure = try failure(error, after: count)
    #expect(failure.rollback == (count == 0 ? .nothingDone : .undone(problems: [])))
    #expect(!failure.mayBePublic)
    #expect(try release.snapshot().differences(from: before) == [])
    #expect(try release.workspace().unfinishedRun() == nil)
  }

  @Test("leaves a tag of the same name that the user has made")
  func notUndone() throws {
    let receipt = try receipt(after: 4)
    let commit = try sandbox.git("rev-parse", "main")
    try sandbox.git("tag", "--force", "-m", "Theirs", "1.5.0")
    let failure = TransactionFailure(
      at: nil, ExecutionError.headMovedSincePlan, undoing: receipt, in: try release.workspace())
    #expect(failure.rollback == .undone(problems: []))
    #expect(try release.workspace().unfinishedRun() == nil)
    #expect(try sandbox.git("rev-parse", "main") == release.base)
    #expect(try sandbox.git("rev-parse", "1.5.0^{commit}") == commit)
  }

  @Test("for missing credentials is reported instead of its consequences, once for each variable")
  func credentials() throws {
    try sandbox.git("tag", "-m", "Taken", "1.5.0")
    func post(_ name: String, _ variable: String) -> Effect {
      .postMessage(
        Announcement(
          name: name, on: .micropub(endpoint: "https://x.example", isDraft: false), secretVariables: [variable],
          title: "Tool 1.5.0", text: "New"))
    }
    let taken = release.tag(at: .existing(try release.id(release.base)))
    #expect(
      try release.words(of: Release.plan([post("blog", "BLOG_TOKEN"), taken])) == """
        error: channel `blog` (Micropub): `BLOG_TOKEN` is not set
        hint: set `BLOG_TOKEN` before the run
        """)
    #expect(
      try release.words(of: Release.plan([post("blog", "BLOG_TOKEN"), post("blog", "BLOG_TOKEN"), taken])) == """
        error: channel `blog` (Micropub): `BLOG_TOKEN` is not set
        hint: set `BLOG_TOKEN` before the run
        """)
  }
}
