import Git
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("An interrupted run")
struct RecoveryTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  /// Runs the first entries of a release, and stops as if the process had ended there.
  private func stopped(after count: Int) throws -> RunID {
    let plan = try release.plan()
    let workspace = try release.workspace()
    let journal = try RunJournal(beginning: RunStart(title: "release"), in: workspace)
    try journal.record([.planned(stage: PlannedStage(plan))])
    var receipt = Receipt(journal)
    for batch in EntryBatch.batches(of: Array(plan.entries.prefix(count)), on: workspace.disk) {
      try batch.perform(in: workspace, &receipt)
    }
    receipt.release()
    return journal.folder.id
  }

  @Test("blocks other runs, and is resumed with the same result", arguments: 0...5)
  func resume(count: Int) throws {
    let id = try stopped(after: count)
    #expect(throws: ExecutionError.unfinished(id, RunStart(title: "release"))) { try release.run(release.plan()) }
    let workspace = try release.workspace()
    let recovery = try Recovery(of: id, in: workspace)
    let receipt = try recovery.receipt()
    #expect(receipt.entries.map(\.number) == Array(Array(1...5).prefix(count)))
    let stage = try #require(recovery.record.stages.last)
    try Transaction.prepare(stage, in: workspace, after: receipt).apply().end(.done)
    let commit = try sandbox.git("rev-parse", "main")
    #expect(try sandbox.git("rev-parse", "main~") == release.base)
    #expect(try release.origin.reference("refs/heads/main") == commit)
    #expect(try release.origin.reference("refs/tags/1.5.0") == sandbox.git("rev-parse", "1.5.0"))
    #expect(try sandbox.git("status", "--porcelain") == "M  a\n M b\n?? c")
    #expect(try workspace.unfinishedRun() == nil)
    try release.checkHealth()
  }

  @Test("is undone byte for byte while nothing is public", arguments: 0...4)
  func undo(count: Int) throws {
    let before = try release.snapshot()
    let id = try stopped(after: count)
    #expect(try Recovery(of: id, in: release.workspace()).undo() == [])
    #expect(try release.snapshot().differences(from: before) == [])
    try release.run(release.plan())
  }

  @Test("is not undone after it is public")
  func published() throws {
    let id = try stopped(after: 5)
    let before = try release.snapshot()
    #expect(throws: ExecutionError.alreadyPublic(["main, 1.5.0 on origin"], isOpen: true)) {
      try Recovery(of: id, in: release.workspace()).undo()
    }
    #expect(try release.snapshot().differences(from: before) == [])
  }

  @Test("with an unknown push checks the remote")
  func unknownPush() throws {
    let id = try stopped(after: 4)
    try sandbox.git("push", "--quiet", "--atomic", "origin", "main", "1.5.0")
    let record = try release.workspace().run(named: id.short)
    let push = try #require(record.entries.last)
    let assessing = try release.workspace()
    #expect(RunAssessment(of: record, in: assessing).publicity(of: record, in: assessing) == .known([.entry(push)]))
    #expect(throws: ExecutionError.alreadyPublic(["main, 1.5.0 on origin"], isOpen: true)) {
      try Recovery(of: id, in: release.workspace()).undo()
    }
    let workspace = try release.workspace()
    let recovery = try Recovery(of: id, in: workspace)
    let stage = try #require(recovery.record.stages.last)
    try Transaction.prepare(stage, in: workspace, after: recovery.receipt()).apply().end(.done)
    try release.checkHealth()
  }

  @Test("whose tag is missing, although its journal lists it, creates it again")
  func vanished() throws {
    let id = try stopped(after: 4)
    let tag = try sandbox.git("rev-parse", "refs/tags/1.5.0")
    try sandbox.git("update-ref", "-d", "refs/tags/1.5.0")
    let workspace = try release.workspace()
    let recovery = try Recovery(of: id, in: workspace)
    let stage = try #require(recovery.record.stages.last)
    try Transaction.prepare(stage, in: workspace, after: recovery.receipt()).apply().end(.done)
    #expect(try release.origin.reference("refs/tags/1.5.0") == tag)
    try release.checkHealth()
  }
}
