import Foundation
import Git
import MartletCore
import SystemAPI
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

/// How the events of a journal become the state of a run, and how runs are stored.
@Suite("The record of a run")
struct RunRecordTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release(dirt: false) }

  private static let origin = RunOrigin(process: 7, host: "here", workTree: "/app", time: 1)
  private static let stage = PlannedStage(
    Release.plan([.showMessage("one"), .showMessage("two")]), isLast: false)

  private func record(_ events: [JournalEvent]) throws -> RunRecord {
    let begun = JournalEvent.begun(run: RunStart(title: "release"), origin: Self.origin, format: Journal.format)
    let id = try #require(RunID("20261121-183000-0001"))
    return try #require(RunRecord(id, JournalText(events: [begun] + events)))
  }

  @Test("is open again after its end if it is continued or undone")
  func outcome() throws {
    let ended: [JournalEvent] = [.planned(stage: Self.stage), .ended(outcome: .done)]
    #expect(try record(ended).outcome == .done)
    #expect(try record(ended + [.planned(stage: Self.stage)]).outcome == nil)
    #expect(try record(ended + [.undoing]).outcome == nil)
    #expect(try record(ended + [.intended(entry: 1, change: .nothing)]).outcome == nil)
    #expect(try record(ended + [.undoing, .ended(outcome: .undone)]).outcome == .undone)
  }

  @Test("has the entries that are done and not undone, and the last failure")
  func entries() throws {
    let done: [JournalEvent] = [
      .planned(stage: Self.stage), .intended(entry: 1, change: .nothing), .failed(entry: 1, message: "no"),
      .intended(entry: 1, change: .nothing), .done(entry: 1, outcome: Outcome()),
    ]
    #expect(try record(done).doneEntries.map(\.number) == [1])
    #expect(try record(done).failure == nil)
    #expect(try record(Array(done.prefix(3))).failure == "no")
    #expect(try record(Array(done.prefix(4))).doneEntries == [])
    #expect(try record(done + [.undone(entry: 1)]).doneEntries == [])
  }

  // MARK: The store

  /// A run that has begun, whose journal has these events after its first ones.
  @discardableResult
  private func begun(_ events: [JournalEvent] = []) throws -> RunID {
    let journal = try RunJournal(beginning: RunStart(title: "release"), in: release.workspace())
    try journal.record([.planned(stage: Self.stage)] + events)
    journal.release()
    return journal.folder.id
  }

  private func store() throws -> RunStore { RunStore(of: try release.workspace().repository) }

  @Test("keeps every open run, and the last fifty that have ended")
  func kept() throws {
    let open = try begun()
    // Only a run that was left open by an older version can be beside others.
    let ended = try (0..<RunRecord.keptCount + 3).map { _ in
      let journal = try RunJournal(beginning: RunStart(title: "release", part: .handlers), in: release.workspace())
      try journal.record([.planned(stage: Self.stage), .ended(outcome: .done)])
      journal.release()
      return journal.folder.id
    }
    let ids = try store().ids()
    #expect(ids.contains(open))
    #expect(ids.count == RunRecord.keptCount + 2)
    #expect(ids.first == ended.last && !ids.contains(ended[0]))
  }

  @Test("has an id after those of earlier runs in the same second")
  func order() throws {
    var last = try #require(RunID(beginningAt: "2026-11-21T18:30:00Z"))
    for _ in 1...30 {
      let next = try #require(RunID(beginningAt: "2026-11-21T18:30:00Z", after: last))
      #expect(last < next)
      last = next
    }
  }

  @Test("of a newer version is not read")
  func newerFormat() throws {
    let id = try begun()
    let path = try store().folder(of: id).journalPath
    try sandbox.shell("sed -i.old 's/\"format\":1/\"format\":2/' '\(path)'")
    #expect(throws: ExecutionError.newerJournal(id, format: 2)) { try store().record(of: id) }
  }

  @Test("that cannot be read is not taken for an empty one")
  func unreadable() throws {
    let id = try begun()
    let path = try store().folder(of: id).journalPath
    try sandbox.shell("rm '\(path)'; mkdir '\(path)'")
    #expect(throws: ExecutionError.cannotRead(path, code: SystemError.notAFile.code)) { try store().record(of: id) }
  }

  @Test("has begun when its first line is whole")
  func begin() throws {
    let id = try begun()
    let path = try store().folder(of: id).journalPath
    try sandbox.shell("head -c 100 '\(path)' > '\(path).part'; mv '\(path).part' '\(path)'")
    #expect(try store().ids() == [])
    #expect(try release.workspace().unfinishedRun() == nil)
  }

  @Test("is continued after a line that a killed process wrote in part")
  func partialLine() throws {
    let id = try begun()
    let folder = try store().folder(of: id)
    let text = JournalText(try Disk.contents(of: folder.journalPath))
    try sandbox.shell(
      "printf '{\"event\":{\"done' >> '\(folder.journalPath)'; printf '%900s' x >> '\(folder.journalPath)'")
    try Journal(at: folder.journalPath, after: text).append([.undoing], at: 5)
    let bytes = try Disk.contents(of: folder.journalPath)
    #expect(JournalText(bytes).records.last?.event == .undoing)
    #expect(JournalText(bytes).goodByteCount == bytes.count)
  }

  @Test("gives back the copy of a file only if it is whole")
  func damagedCopy() throws {
    let run = try release.state()
    let bytes = Array("1.4.2\n".utf8)
    try run.folder.keep(bytes, of: .file, before: 1)
    let digest = ContentDigest(of: bytes)
    #expect(run.folder.copy(of: .file, before: 1, expecting: digest) == bytes)
    try sandbox.shell("printf 9 > '\(run.folder.copyPath(of: .file, before: 1))'")
    #expect(run.folder.copy(of: .file, before: 1, expecting: digest) == nil)
  }
}

extension JournalText {
  /// The journal whose lines are these events.
  init(events: [JournalEvent]) throws {
    var (bytes, previous): ([UInt8], ContentDigest?) = ([], nil)
    for (index, event) in events.enumerated() {
      let line = JournalRecord(number: index + 1, time: 1, previous: previous, event: event)
      previous = try JournalLine.write(line) { bytes += $0 }
    }
    self.init(bytes)
  }
}
