import Git
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

/// What an interrupted run does next: decisions about its entries, as values.
@Suite("The entries of an interrupted run")
struct RunDecisionTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release(dirt: false) }

  /// A run of these effects that performed the first ones, and whose process ended there.
  private func stopped(_ effects: [Effect], after count: Int, then events: [JournalEvent] = []) throws -> RunID {
    let plan = Release.plan(effects)
    let workspace = try release.workspace()
    let journal = try RunJournal(beginning: RunStart(title: "release"), in: workspace)
    try journal.record([.planned(stage: PlannedStage(plan))])
    var receipt = Receipt(journal)
    for batch in EntryBatch.batches(of: Array(plan.entries.prefix(count)), on: workspace.disk) {
      try batch.perform(in: workspace, &receipt)
    }
    try journal.record(events)
    receipt.release()
    return journal.folder.id
  }

  /// A file, a commit, a tag and a push.
  private func effects() throws -> [Effect] {
    [
      release.write("VERSION", "1.5.0\n"), try release.commit("VERSION"), release.tag(at: .planned(entry: 2)),
      release.push("1.5.0"),
    ]
  }

  private func assessment(_ id: RunID) throws -> RunAssessment {
    RunAssessment(of: try release.workspace().run(named: id.short), in: try release.workspace())
  }

  private func states(_ id: RunID) throws -> [String] {
    try assessment(id).items.map { item in
      switch item.state {
      case .done: "done"
      case .notDone: "open"
      case .partlyDone: "partly done"
      case .overtaken(let error): "overtaken: \(error.firstMessage)"
      case .unknown: "unknown"
      }
    }
  }

  @Test("that a killed process has begun are found on disk and on the remote, and journalled when the run is resumed")
  func unjournalled() throws {
    let id = try stopped(effects(), after: 3)
    try sandbox.git("push", "--quiet", "--atomic", "origin", "main", "1.5.0")
    #expect(try states(id) == ["done", "done", "done", "done"])
    #expect(try release.workspace().run(named: id.short).doneEntries.map(\.number) == [1, 2, 3])
    try Recovery(of: id, in: release.workspace()).receipt().release()
    #expect(try release.workspace().run(named: id.short).doneEntries.map(\.number) == [1, 2, 3, 4])
  }

  @Test("are unknown while the remote cannot be read")
  func unreadableRemote() throws {
    let id = try stopped(effects(), after: 3)
    try sandbox.git("remote", "set-url", "origin", "/missing.git")
    #expect(try states(id) == ["done", "done", "done", "unknown"])
    #expect(throws: ExecutionError.self) { try Recovery(of: id, in: release.workspace()).checkUndoable() }
  }

  @Test("are read again from git after an interrupted undo, whatever the journal says")
  func interruptedUndo() throws {
    let id = try stopped(effects(), after: 3, then: [.undoing])
    try sandbox.git("tag", "-d", "1.5.0")
    try sandbox.git("reset", "--quiet", "--hard", release.base)
    #expect(try states(id).prefix(3) == ["open", "open", "open"])
    try sandbox.write("VERSION", "mine\n")
    #expect(try states(id).first == "overtaken: `VERSION` has changed since it was written")
  }

  @Test("are not undone after another user pushed their commit or tag")
  func pushedByHand() throws {
    let id = try stopped(effects(), after: 3)
    let commit = try sandbox.git("rev-parse", "--short=7", "main")
    try sandbox.git("push", "--quiet", "origin", "main:side")
    #expect(throws: ExecutionError.alreadyPublic(["commit \(commit) in origin/side"], isOpen: true)) {
      try Recovery(of: id, in: release.workspace()).undo()
    }
    try sandbox.git("push", "--quiet", "origin", ":side")
    try sandbox.git("push", "--quiet", "origin", "1.5.0")
    #expect(throws: ExecutionError.alreadyPublic(["tag 1.5.0 on origin"], isOpen: true)) {
      try Recovery(of: id, in: release.workspace()).undo()
    }
    #expect(try sandbox.git("tag") == "1.5.0")
  }

  @Test("are not undone below commits of the user")
  func commitsOnTop() throws {
    let id = try stopped(effects(), after: 2)
    let theirs = try sandbox.commit("Theirs", ["a": "theirs\n"])
    #expect(throws: Failure.self) {
      try Recovery(of: id, in: release.workspace()).undo()
    }
    #expect(try sandbox.git("rev-parse", "main") == theirs)
  }

  @Test("are not lost if the run wrote a file twice, and ended with the contents before it")
  func writtenTwice() throws {
    let first = release.write("VERSION", "1.5.0\n")
    try sandbox.write("VERSION", "1.5.0\n")
    let second = release.write("VERSION", "1.4.2\n")
    try sandbox.write("VERSION", "1.4.2\n")
    let id = try stopped([first, second], after: 2)
    #expect(try states(id) == ["done", "done"])
  }

  @Test("that write a file twice are repeated from the first write that the disk does not have")
  func secondWriteOpen() throws {
    let first = release.write("VERSION", "1.5.0\n")
    try sandbox.write("VERSION", "1.5.0\n")
    let second = release.write("VERSION", "1.6.0\n")
    try sandbox.write("VERSION", "1.4.2\n")
    let id = try stopped([first, second, release.commit("VERSION")], after: 2)
    #expect(try states(id) == ["done", "done", "open"])
    try sandbox.write("VERSION", "1.5.0\n")
    #expect(try states(id) == ["done", "open", "open"])
    try sandbox.write("VERSION", "1.4.2\n")
    #expect(try states(id) == ["open", "open", "open"])
  }

  @Test("that another user has changed stop the run, whatever is answered about its commands")
  func overtaken() throws {
    let id = try stopped(effects(), after: 1)
    try sandbox.write("VERSION", "2.0.0\n")
    let workspace = try release.workspace()
    for answer in [RunAssessment.Choice.none, .skipped, .repeated] {
      #expect(throws: ExecutionError.changedSinceWritten("VERSION")) {
        try assessment(id).itemsToSkip(answer, in: workspace)
      }
    }
  }

  // MARK: Outward commands

  /// A run that stopped in an outward command.
  private func stoppedInCommand() throws -> RunID {
    var policy = CommandPolicy()
    policy.isOutward = true
    let command = CommandRun(
      .shell("make publish"), directory: nil, environment: CommandEnvironment(), outputs: [], terms: policy)
    return try stopped(
      [.runCommand(command)], after: 0, then: [.intended(entry: 1, change: .outwardCommand("make publish"))])
  }

  @Test("with an outward command of unknown outcome wait for the user, who has it skipped or repeated")
  func outwardCommand() throws {
    let assessment = try assessment(stoppedInCommand())
    let workspace = try release.workspace()
    #expect(throws: ExecutionError.unknownOutcome("make publish")) {
      try assessment.itemsToSkip(.none, in: workspace)
    }
    #expect(try assessment.itemsToSkip(.skipped, in: workspace).map(\.entry.number) == [1])
    #expect(try assessment.itemsToSkip(.repeated, in: workspace).map(\.entry.number) == [])
    #expect(assessment.resolved(.skipped).doneEntries.map(\.number) == [1])
    #expect(assessment.resolved(.repeated).openEntries.map(\.number) == [1])
  }

  @Test("with an announcement that may have been sent follow the user's answer")
  func announcement() throws {
    let post = Announcement(name: "chat", on: .webhook(.slack), title: "Tool 1.5.0", text: "New")
    let attempt = AnnouncementAttempt(announcement: post, key: "key", time: 1)
    let id = try stopped(
      [.postMessage(post)], after: 0, then: [.intended(entry: 1, change: .announcement(attempt))])
    let assessment = try assessment(id)
    #expect(assessment.doneEntries == [])
    #expect(assessment.resolved(.skipped).doneEntries.map(\.number) == [1])
    #expect(assessment.resolved(.repeated).openEntries.map(\.number) == [1])
  }
}
