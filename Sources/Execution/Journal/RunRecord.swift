import Lanes
import MartletTextEditing
import MartletVersioning

/// The state of a run according to its journal.
package struct RunRecord: Sendable {
  /// The progress of an entry.
  struct Progress: Sendable {
    var change: Change
    var isDone = false
    var isUndone = false
    var output: String?
    /// The declared outputs of a command after it ran; empty when the journal does not contain them.
    var files: [CommittedFile] = []
    /// The release that the entry published.
    var release: ReleaseResult?
    /// The archive that the entry wrote.
    var archive: ArchiveResult?
    /// The files that the entry made for a release.
    var artifacts: [Artifact]?
    /// The address of the announcement that the entry posted.
    var post: String?
    /// The time of its last event, in seconds since 1970.
    var time: Int64
  }

  /// The number of ended runs that are kept.
  package static let keptCount = 50

  package let id: RunID
  package let start: RunStart
  package let origin: RunOrigin
  /// The IDs of all processes that have worked on it.
  private(set) var processes: [Int32]
  package private(set) var outcome: RunOutcome?
  /// Whether lines of the journal were lost or changed, so that their facts must be read from files, git and the
  /// remote.
  package let isDamaged: Bool
  /// Whether undoing has begun.
  package private(set) var isUndoing = false
  /// Whether there is a journal; false for a reconstructed record.
  package let isKept: Bool
  /// The time of the last line, in seconds since 1970.
  package private(set) var endTime: Int64
  /// Why it stopped; nil when it was killed.
  package private(set) var failure: String?
  package private(set) var stages: [PlannedStage] = []
  private(set) var progress: [Int: Progress] = [:]
  private(set) var foreseenFiles = ForeseenFiles()

  /// The record that a journal with `events` after its first line would give.
  init(_ id: RunID, _ start: RunStart, _ origin: RunOrigin, _ events: [JournalEvent] = []) {
    self.id = id
    self.start = start
    self.origin = origin
    processes = [origin.process]
    isDamaged = false
    isKept = false
    endTime = origin.time
    for event in events { take(JournalRecord(number: 0, time: origin.time, previous: nil, event: event)) }
  }

  /// Parses a journal; nil when its first line cannot be read.
  init?(_ id: RunID, _ text: JournalText) {
    guard let first = text.records.first, case .begun(let start, let origin, _) = first.event else { return nil }
    self.id = id
    self.start = start
    self.origin = origin
    processes = [origin.process]
    isDamaged = text.isDamaged
    isKept = true
    endTime = first.time
    for record in text.records.dropFirst() { take(record) }
  }

  private mutating func take(_ record: JournalRecord) {
    endTime = record.time
    switch record.event {
    case .begun: break
    case .resumed(let origin): processes.append(origin.process)
    case .undoing:
      isUndoing = true
      outcome = nil
    case .planned(let stage):
      stages.append(stage)
      outcome = nil
    case .foreseen(let files): foreseenFiles.take(files)
    case .intended(let entry, let change):
      progress[entry] = Progress(change: change, time: record.time)
      outcome = nil
    case .done(let entry, let output, let files, let release, let archive, let artifacts, let post):
      progress[entry]?.isDone = true
      progress[entry]?.output = output
      progress[entry]?.files = files ?? []
      progress[entry]?.release = release
      progress[entry]?.archive = archive
      progress[entry]?.artifacts = artifacts
      progress[entry]?.post = post
      progress[entry]?.time = record.time
      failure = nil
    case .failed(_, let message): failure = message
    case .undone(let entry): progress[entry]?.isUndone = true
    case .ended(let outcome): self.outcome = outcome
    }
  }

  /// Whether the journal contains all stages that it was begun with.
  var isWhole: Bool { start.trace.map { $0.stageCount <= stages.count } ?? true }

  /// Checks that the files that the run has yet to write are as they were when it was planned.
  ///
  /// - Throws: `ExecutionError.changedSincePlan`.
  package func checkFilesToWrite(in workspace: Workspace) throws(ExecutionError) {
    for (path, writes) in openWrites.sorted(by: { $0.key < $1.key }) {
      let found = try workspace.disk.contents(at: path).map { ContentDigest(of: $0) }
      // A file that was written without a journal entry is recognised when the run is resumed.
      let isExpected =
        found == writes.first?.digestBefore || writes.contains { ContentDigest(of: $0.contents) == found }
      guard isExpected else { throw .changedSincePlan(path.string) }
    }
    guard stages.last?.isLast == false else { return }
    try foreseenFiles.check(in: workspace, besides: stages)
  }

  /// For each file, the writes in order, if no write of the file has begun.
  private var openWrites: [RelativePath: [FileWrite]] {
    var (writes, begun): ([RelativePath: [FileWrite]], Set<RelativePath>) = ([:], [])
    for entry in entries {
      guard case .writeFile(let write) = entry.effect else { continue }
      writes[write.path, default: []].append(write)
      if progress[entry.number] != nil { begun.insert(write.path) }
    }
    return writes.filter { !begun.contains($0.key) }
  }

  /// The entries of all planned stages, in order.
  package var entries: [Plan.Entry] { stages.flatMap(\.plan.entries) }

  /// The version after the last planned stage.
  package var version: VersionState? { stages.last?.plan.version }

  /// The entries that were done and not undone, in order.
  package var doneEntries: [Plan.Entry] {
    entries.filter { entry in progress[entry.number].map { $0.isDone && !$0.isUndone } ?? false }
  }

  /// The releases that were published, with their results.
  package var releases: [(draft: ReleaseDraft, result: ReleaseResult)] {
    entries.compactMap { entry in
      guard case .release(.publishRelease(let publication)) = entry.effect,
        let result = progress[entry.number]?.release
      else { return nil }
      return (publication.draft, result)
    }
  }

  /// The address of the announcement that `entry` posted; nil for none.
  package func post(of entry: Plan.Entry) -> String? { progress[entry.number]?.post }

  /// The announcements that were posted, with their addresses; nil for a service that returns none.
  package var posts: [(name: String, address: String?)] {
    doneEntries.compactMap { entry in
      guard case .postMessage(let announcement) = entry.effect else { return nil }
      return (announcement.name, progress[entry.number]?.post)
    }
  }

  /// The time of the first public change, in seconds since 1970; nil when nothing is known to be public.
  package var publicSince: Int64? {
    doneEntries.first(where: \.effect.isOutward).flatMap { progress[$0.number]?.time }
  }
}

extension RunRecord {
  /// Returns the results of the stages before the one with that number, from 0.
  package func result(ofStagesBefore stage: Int) -> StageResult {
    var result = StageResult()
    for entry in stages.prefix(stage).flatMap(\.plan.entries) {
      guard let progress = progress[entry.number], progress.isDone else { continue }
      if case .commit(let move) = progress.change { result.commits[entry.number] = move.commit }
      progress.add(to: &result, of: entry.number)
    }
    return result
  }
}

extension RunRecord.Progress {
  /// Adds what the plan does not contain to the results of a stage.
  func add(to result: inout StageResult, of entry: Int) {
    result.outputs[entry] = output
    result.releases[entry] = release
    result.posts[entry] = post
    result.archives[entry] = archive
    result.artifacts[entry] = artifacts
    if !files.isEmpty { result.files[entry] = files }
  }
}
