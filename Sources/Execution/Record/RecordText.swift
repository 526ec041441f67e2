import Lanes
import MartletCore

/// The journal of a run as other clones get it: without the contents of files that are committed, without messages of failures,
/// and without what only this machine can use.
///
/// Before anything is public it is a bare claim: who has begun which run, and what it has staged. After the end of the run it has
/// what was pushed, and how the run has ended.
struct RecordText {
  private let records: [JournalRecord]
  /// The runs of the lane that have ended before it.
  private let former: [EndedRun]

  init(of records: [JournalRecord], after former: [EndedRun] = []) {
    self.records = records
    self.former = former
  }

  /// The lines of the record.
  ///
  /// - Parameters:
  ///   - time: The time of the last one, in seconds since 1970.
  ///   - pushing: The entry whose push carries the record.
  ///   - ending: How the run has ended; nil while it has not.
  func bytes(at time: Int64, pushing: Int? = nil, ending: RunOutcome? = nil) throws -> [UInt8] {
    let outline = RunRecord.Outline(of: records.map(\.event))
    let isPublic = outline.isPublic || pushing != nil
    var events = records.compactMap { line -> (JournalEvent, Int64)? in
      let event =
        ending != nil
        ? outline.end(line.event) : isPublic ? outline.travelling(line.event) : outline.claim(line.event)
      return event.map { ($0, line.time) }
    }
    if !former.isEmpty { events.insert((.former(runs: former), time), at: min(1, events.count)) }
    if let pushing { events.append((.done(entry: pushing, outcome: Outcome()), time)) }
    if let ending { events.append((.ended(outcome: ending), time)) }
    return try JournalLine.bytes(of: events)
  }
}

extension RunRecord {
  /// What of a run decides how it travels.
  struct Outline {
    private var outward: Set<Int> = []
    private var pushes: Set<Int> = []
    /// Drafts, reservations and uploads without a draft, which other clones can delete.
    private var staged: Set<Int> = []
    private var done: Set<Int> = []
    /// Whether other users can see an effect. A push counts when it is done, because the record arrives with it.
    private(set) var isPublic = false

    init(of events: [JournalEvent]) {
      for event in events {
        switch event {
        case .planned(let stage):
          for entry in stage.plan.entries {
            if entry.effect.isOutward { outward.insert(entry.number) }
            if case .pushRefs = entry.effect { pushes.insert(entry.number) }
            if entry.effect.isStaged { staged.insert(entry.number) }
          }
        case .intended(let entry, _): if outward.contains(entry), !pushes.contains(entry) { isPublic = true }
        case .done(let entry, _):
          done.insert(entry)
          if outward.contains(entry) { isPublic = true }
        default: break
        }
      }
    }

    /// Returns the event as a part of the whole record; nil if it stays here.
    func travelling(_ event: JournalEvent) -> JournalEvent? {
      switch event {
      case .begun(let run, let origin, let format):
        .begun(run: run.travelling, origin: origin.travelling, format: format)
      case .resumed(let origin): .resumed(origin: origin.travelling)
      case .adopted(let origin): .adopted(origin: origin.travelling)
      case .planned(let stage): .planned(stage: stage.keeping { done.contains($0.number) ? $0.withoutContents : $0 })
      case .expected, .failed, .moving, .shared, .former: nil
      case .shares, .intended, .sending, .done, .paused, .undoing, .undone, .ended: event
      }
    }

    /// Returns the event as a part of a claim; nil if it stays here.
    func claim(_ event: JournalEvent) -> JournalEvent? {
      switch event {
      case .begun, .resumed, .adopted, .shares, .paused, .undoing: travelling(event)
      case .planned(let stage): .planned(stage: stage.keeping { staged.contains($0.number) ? $0 : nil })
      case .intended(let entry, _), .done(let entry, _), .undone(let entry):
        staged.contains(entry) ? event : nil
      case .expected, .sending, .failed, .ended, .moving, .shared, .former: nil
      }
    }

    /// Returns the event as a part of the record of a run that has ended; nil if it stays here.
    func end(_ event: JournalEvent) -> JournalEvent? {
      switch event {
      case .begun, .resumed, .adopted, .shares: travelling(event)
      case .planned(let stage): .planned(stage: stage.keeping { pushes.contains($0.number) ? $0 : nil })
      case .intended(let entry, _), .done(let entry, _): pushes.contains(entry) ? event : nil
      case .expected, .sending, .failed, .paused, .undoing, .undone, .ended, .moving, .shared, .former: nil
      }
    }
  }
}

extension Effect {
  /// Whether it makes something on a server that is deleted if the release is not pushed.
  fileprivate var isStaged: Bool {
    switch self {
    case .openDraft: true
    case .uploadAsset(_, let draft): !draft.repository.kind.hasDrafts
    case .uploadBuild(let upload): upload.part == .reservation
    default: false
    }
  }
}

extension PlannedStage {
  fileprivate func keeping(_ entry: (Plan.Entry) -> Plan.Entry?) -> PlannedStage {
    PlannedStage(plan.with(plan.entries.compactMap(entry)), isLast: isLast)
  }
}

extension Plan.Entry {
  fileprivate var withoutContents: Plan.Entry {
    guard case .writeFile(let write) = effect else { return self }
    return Plan.Entry(number: number, stage: stage, step: step, effect: .writeFile(write.withoutContents))
  }
}

extension RunStart {
  /// The Releasefile is in the repository.
  fileprivate var travelling: RunStart {
    var start = self
    start.call?.releasefile = Blob(bytes: [])
    return start
  }
}

extension RunOrigin {
  fileprivate var travelling: RunOrigin {
    var origin = self
    (origin.workTree, origin.workTreeName) = ("", nil)
    return origin
  }
}
