import Lanes
import MartletCore

/// The journal of a run as other clones get it: without the contents of files that are committed, without messages of failures,
/// and without what only this machine can use.
///
/// Before anything is public it is a bare claim: who has begun which run, and the drafts that it makes.
struct RecordText {
  private let records: [JournalRecord]
  /// The entry whose push carries the record.
  private let pushing: Int?

  init(of records: [JournalRecord], pushedBy entry: Int?) {
    self.records = records
    pushing = entry
  }

  /// The lines of the record.
  ///
  /// - Parameter time: The time of the last one, in seconds since 1970.
  func bytes(at time: Int64) throws -> [UInt8] {
    let record = RunRecord.Outline(of: records.map(\.event))
    let isPublic = record.isPublic || pushing != nil
    var events = records.compactMap { line in
      isPublic
        ? record.travelling(line.event).map { ($0, line.time) } : record.claim(line.event).map { ($0, line.time) }
    }
    if let pushing { events.append((.done(entry: pushing, outcome: Outcome()), time)) }
    return try JournalLine.bytes(of: events)
  }
}

extension RunRecord {
  /// What of a run decides how it travels.
  struct Outline {
    private var outward: Set<Int> = []
    private var pushes: Set<Int> = []
    /// Drafts and reservations, which other clones can delete.
    private var drafts: Set<Int> = []
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
            if case .openDraft = entry.effect { drafts.insert(entry.number) }
            if case .uploadBuild(let upload) = entry.effect, upload.part == .reservation { drafts.insert(entry.number) }
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
      case .expected, .failed, .moving, .shared: nil
      case .shares, .intended, .sending, .done, .paused, .undoing, .undone, .ended: event
      }
    }

    /// Returns the event as a part of a claim; nil if it stays here.
    func claim(_ event: JournalEvent) -> JournalEvent? {
      switch event {
      case .begun, .resumed, .adopted, .shares, .paused, .undoing: travelling(event)
      case .planned(let stage): .planned(stage: stage.keeping { drafts.contains($0.number) ? $0 : nil })
      case .intended(let entry, _), .done(let entry, _), .undone(let entry):
        drafts.contains(entry) ? event : nil
      case .expected, .sending, .failed, .ended, .moving, .shared: nil
      }
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
