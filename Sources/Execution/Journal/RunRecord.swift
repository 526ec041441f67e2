import Lanes
import MartletCore

/// The state of a run according to its journal.
package struct RunRecord: Sendable {
  /// The progress of an entry.
  struct Progress: Sendable {
    var change: Change
    /// Whether a push of it was sent, by this or an earlier attempt.
    var isSent = false
    var isDone = false
    var isUndone = false
    var outcome = Outcome()
    /// The time of its last event, in seconds since 1970.
    var time: Int64
  }

  /// The number of ended runs that are kept.
  package static let keptCount = 50

  package let id: RunID
  package let start: RunStart
  package private(set) var origin: RunOrigin
  /// The process that has worked on it last.
  package private(set) var holder: RunOrigin
  /// Whether that process has not recorded that it stopped.
  private(set) var isAtWork = true
  /// Whether its local changes were made in another clone.
  package private(set) var isAdopted = false
  /// Where other clones find its record; nil if it needs none.
  package private(set) var place: RecordPlace?
  /// The states of the shared record that this clone has written or read.
  private(set) var ownStates: Set<ObjectID> = []
  /// Whether one of them is known to have arrived.
  private(set) var isShared = false
  /// The runs of the lane that have ended before it, in a shared record.
  private(set) var former: [EndedRun] = []
  /// The IDs of all processes that have worked on it.
  private(set) var processes: [Int32]
  package private(set) var outcome: RunOutcome?
  /// Whether lines of the journal were lost or changed, so that their facts must be read from files, git and the
  /// remote.
  package let isDamaged: Bool
  /// Whether undoing has begun.
  package private(set) var isUndoing = false
  /// The time of the last line, in seconds since 1970.
  package private(set) var endTime: Int64
  /// Why it stopped; nil when it was killed.
  package private(set) var failure: String?
  package private(set) var stages: [PlannedStage] = []
  private(set) var progress: [Int: Progress] = [:]
  /// Nil before the plan was confirmed, and in a claim.
  private(set) var expectation: Expectation?

  /// Parses a journal; nil when its first line cannot be read.
  init?(_ id: RunID, _ text: JournalText) {
    guard let first = text.records.first, case .begun(let start, let origin, _) = first.event else { return nil }
    self.id = id
    self.start = start
    self.origin = origin
    holder = origin
    processes = [origin.process]
    isDamaged = text.isDamaged
    endTime = first.time
    for record in text.records.dropFirst() { take(record) }
  }

  private mutating func take(_ record: JournalRecord) {
    endTime = record.time
    switch record.event {
    case .begun: break
    case .resumed(let origin):
      processes.append(origin.process)
      (holder, isAtWork) = (origin, true)
    case .adopted(let origin):
      processes = [origin.process]
      (self.origin, holder, isAtWork, isAdopted) = (origin, origin, true, true)
    case .shares(let place, _): self.place = place
    case .moving(let state): ownStates.insert(state)
    case .shared(let state):
      ownStates.insert(state)
      isShared = true
    case .former(let runs): former = runs
    case .paused: isAtWork = false
    case .undoing:
      isUndoing = true
      outcome = nil
    case .planned(let stage):
      stages.append(stage)
      outcome = nil
    case .expected(let expectation): self.expectation = expectation
    case .intended(let entry, let change):
      let wasSent = progress[entry].map { $0.isSent && !$0.isUndone } ?? false
      progress[entry] = Progress(change: change, isSent: wasSent, time: record.time)
      outcome = nil
    case .sending(let entry): progress[entry]?.isSent = true
    case .done(let entry, let outcome):
      progress[entry]?.isDone = true
      progress[entry]?.outcome = outcome
      progress[entry]?.time = record.time
      failure = nil
    case .failed(_, let message): failure = message
    case .undone(let entry): progress[entry]?.isUndone = true
    case .ended(let outcome): (self.outcome, isAtWork) = (outcome, false)
    }
  }

  /// Whether an effect that others can see has begun.
  package var hasOutwardEffect: Bool {
    entries.contains { $0.effect.isOutward && progress[$0.number].map { !$0.isUndone } == true }
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
      guard case .publishRelease(let publication) = entry.effect,
        let result = progress[entry.number]?.outcome.release
      else { return nil }
      return (publication.draft, result)
    }
  }

  /// The address of the announcement that `entry` posted; nil for none.
  package func post(of entry: Plan.Entry) -> String? { progress[entry.number]?.outcome.post }

  /// The announcements that were posted, with their addresses; nil for a service that returns none.
  package var posts: [(name: String, address: String?)] {
    doneEntries.compactMap { entry in
      guard case .postMessage(let announcement) = entry.effect else { return nil }
      return (announcement.name, progress[entry.number]?.outcome.post)
    }
  }

  /// The time of the first public change, in seconds since 1970; nil when nothing is known to be public.
  package var publicSince: Int64? {
    doneEntries.first(where: \.effect.isOutward).flatMap { progress[$0.number]?.time }
  }
}

extension RunRecord {
  /// Returns the outcomes of the stages before the one with that number, from 0.
  package func outcomes(ofStagesBefore stage: Int) -> Outcomes {
    let entries = Set(stages.prefix(stage).flatMap(\.plan.entries).map(\.number))
    return progress.filter { entries.contains($0.key) && $0.value.isDone }.mapValues(\.outcome)
  }

  /// The artifacts that the run has copies of, by their paths.
  package var keptArtifacts: [String: ArtifactContents] {
    var artifacts: [String: ArtifactContents] = [:]
    for entry in entries {
      guard let progress = progress[entry.number], progress.isDone else { continue }
      if case .keepArtifact(let artifact) = entry.effect { artifacts[artifact.path] = artifact.contents }
      for artifact in progress.outcome.artifacts ?? [] { artifacts[artifact.path] = artifact.contents }
    }
    return artifacts
  }
}
