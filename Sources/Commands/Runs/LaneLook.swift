import Execution
import Lanes
import MartletCore

/// What a command has seen of the run of a lane that has not ended, and what it does about it.
struct LaneLook {
  /// The newest tag of the lane, which says that its release has a record, if there is none.
  var lost: String?
  let move: LaneMove
  /// The run; nil for none.
  let run: OpenRun?
  /// The head of the lane, and where it is; nil without a remote, or if no other clone can know of the run.
  let record: (place: RecordPlace, head: LaneHead)?

  /// That the lane has released what HEAD would release.
  var released: String {
    let record = record?.head.found?.record
    let name = record?.version.map { "\($0.current)" } ?? record?.pushedTags.first ?? ""
    return "nothing to release: run \(record?.id.string ?? "") has released \(name) from this commit"
  }
}

/// A run of a lane that has not ended.
enum OpenRun {
  /// This clone has its journal.
  case here(RunRecord)
  /// Another process has worked on it last, or this clone has left the commit of the release.
  case elsewhere(FoundRecord)
  /// Another process has ended it, and only the journal of this clone does not say so.
  case over(RunRecord, RunOutcome)

  /// What is known of it here.
  var record: RunRecord {
    switch self {
    case .here(let record), .over(let record, _): record
    case .elsewhere(let found): found.record
    }
  }

  /// The run in messages.
  var description: String {
    if case .elsewhere = self { "run \(record.id), \(record.holder.description)," } else { "run \(record.id)" }
  }
}

extension Session {
  /// Looks at the lane that `call` names, for `martlet run`.
  ///
  /// - Throws: `ExecutionError.unfinished` for an open run of another lane in this clone; `Failure` for a release of a lane that
  ///   the Releasefile does not have any more; `TransportError` if the remote that has the records cannot be read.
  func look(at call: LaneCall) throws -> LaneLook {
    if let own = try workspace.unfinishedRun() {
      guard own.start.call?.lane == call.lane else {
        try workspace.checkThatNoRunIsOpen()
        return LaneLook(move: .begin, run: nil, record: nil)
      }
      return try look(at: own, for: .run, typed: call)
    }
    guard let place = try recordPlace(ofLaneNamed: call.lane) else {
      return LaneLook(move: .begin, run: nil, record: nil)
    }
    let heads = try workspace.heads(on: place.remote)
    let lanes = try requiredReleasefile().lanes.map(\.name)
    if let found = heads.lazy.compactMap(\.head.open).first(where: { $0.hasPushed && !lanes.contains($0.place.lane) }) {
      throw Failure.otherRelease(found)
    }
    return try look(at: heads.first { $0.place == place } ?? (place, .absent), for: .run, typed: call)
  }

  /// Looks at the run that has not ended, in this clone or another one.
  ///
  /// - Parameter name: The tag of its release, its id, or the end of that; nil for any run.
  /// - Returns: Nil if there is none.
  /// - Throws: `TransportError` if the remote that has the records cannot be read.
  func look(for command: LaneState.Command, atRunNamed name: String? = nil) throws -> LaneLook? {
    if let own = try workspace.unfinishedRun(), name.map({ own.isNamed($0) }) ?? true {
      return try look(at: own, for: command, takesOver: name.map { own.isCalled($0) } ?? false)
    }
    let heads = try releaseHeads().filter { $0.head.found?.record.outcome == nil }
    if let name {
      return try heads.first { $0.head.open?.record.isNamed(name) == true }.map {
        try look(at: $0, for: command, takesOver: $0.head.open?.record.isCalled(name) == true)
      }
    }
    return try heads.lazy.map { try look(at: $0, for: command) }.first { $0.move != .stop(.nothing) }
  }

  /// Looks at a run of this clone that has not ended.
  ///
  /// - Parameter takesOver: Whether the user has named it.
  func look(
    at own: RunRecord, for command: LaneState.Command, typed: LaneCall? = nil, takesOver: Bool = false
  ) throws -> LaneLook {
    guard let place = own.place else {
      let state = try LaneState(of: own, .absent, in: workspace) { try self.place(beside: $0, on: nil, typed) }
      return LaneLook(move: state.move(for: command), run: .here(own), record: nil)
    }
    // Without the working tree of the run, this one finishes it like another clone.
    let isGone = if case .removedWorkTree = own.problemOfPlace(in: workspace) { true } else { own.isAdopted }
    let head = try workspace.head(at: place)
    var state = try LaneState(of: own, head, in: workspace) { try self.place(beside: $0, on: place.remote, typed) }
    if isGone, state.own == .pushed, state.place == .atRelease { state.place = .beforeRelease }
    let move = state.move(for: command, takesOver: takesOver)
    switch (state.head, head.found) {
    case (.ended(let outcome), _): return LaneLook(move: move, run: .over(own, outcome), record: (place, head))
    // The open run of the lane may be another one.
    case (.open(_, _, true), let found?): return LaneLook(move: move, run: .elsewhere(found), record: (place, head))
    case (_, let found?) where move == .finish:
      return LaneLook(move: move, run: .elsewhere(found), record: (place, head))
    default: return LaneLook(move: move, run: .here(own), record: (place, head))
    }
  }

  private func look(
    at record: (place: RecordPlace, head: LaneHead), for command: LaneState.Command, typed: LaneCall? = nil,
    takesOver: Bool = false
  ) throws -> LaneLook {
    if let found = record.head.open, let outcome = try workspace.outcome(of: found.record.id) {
      // The process that ended it here could not record that.
      let run = OpenRun.elsewhere(found)
      return LaneLook(move: command == .run ? .record(outcome) : .stop(.nothing), run: run, record: record)
    }
    let lost = try record.head.state == nil ? releaseWithoutRecord(ofLaneNamed: record.place.lane) : nil
    let state = try LaneState(of: nil, record.head, isLost: lost != nil, in: workspace) {
      try place(beside: $0, on: record.place.remote, typed)
    }
    return LaneLook(
      lost: lost, move: state.move(for: command, takesOver: takesOver), run: record.head.open.map(OpenRun.elsewhere),
      record: record)
  }

  /// Returns the newest tag of the project if its message names a record of the lane, and no run of this clone
  /// has finished it.
  private func releaseWithoutRecord(ofLaneNamed lane: String) throws -> String? {
    guard let tag = try draft().newestForm()?.newest.first, try workspace.recordedLane(ofTag: tag) == lane else {
      return nil
    }
    return try workspace.runs().contains { $0.outcome != nil && $0.pushedTags.contains(tag) } ? nil : tag
  }

  /// Where HEAD and the values of the command are, compared with the release of `record`.
  private func place(beside record: RunRecord, on remote: String?, _ typed: LaneCall?) throws -> LaneState.Place {
    if let typed, try !has(typed, theValuesOf: record) { return .otherValues }
    return try workspace.place(ofHeadBeside: record, on: remote)
  }

  /// Whether the run was begun with the values that the command names.
  private func has(_ typed: LaneCall, theValuesOf record: RunRecord) throws -> Bool {
    if let change = typed.version, let version = record.version {
      let expected = try version.previous.map { try $0.changed(change) }
      if case .exactly(let exact) = change {
        guard exact.hasSamePrecedence(as: version.current) else { return false }
      } else if let expected, !expected.hasSamePrecedence(as: version.current) {
        return false
      }
    }
    guard let begun = record.start.call?.arguments else { return true }
    let secrets = try releasefile()?.lane(named: typed.lane)?.parameters.filter(\.isSecret).map(\.name) ?? []
    return try LaneArguments.values(of: typed.arguments).allSatisfy { name, value in
      secrets.contains(name) || begun[name] == value
    }
  }
}

extension LaneCall {
  /// The version that answers name; nil for none.
  fileprivate var version: VersionChange? {
    answers.lazy.compactMap {
      $0.hasPrefix("version=") ? try? VersionChange(String($0.dropFirst("version=".count))) : nil
    }.first
  }
}

extension RunRecord {
  /// Whether `name` is its id or the end of it, or a tag that it has pushed.
  func isNamed(_ name: String) -> Bool { !name.isEmpty && id.string.hasSuffix(name) || pushedTags.contains(name) }

  /// Whether `name` is all of its id, the last part of that, or a tag: enough to take the run over.
  func isCalled(_ name: String) -> Bool { [id.string, id.short].contains(name) || pushedTags.contains(name) }
}

extension LaneMove.Obstacle {
  /// The error of a command that this stops.
  func failure(of look: LaneLook) -> any Error {
    let run = look.run?.record
    let found: FoundRecord? = if case .elsewhere(let found)? = look.run { found } else { look.record?.head.found }
    switch self {
    case .nothing, .released: return Failure("every run has ended", exit: .usage)
    case .held, .otherRun: return found.map { RecordTaken(by: $0) } ?? Failure.unreadable(look)
    case .unreadable: return Failure.unreadable(look)
    case .lost: return Failure.lostRecord(look.record?.place, of: look.lost ?? "")
    case .otherValues, .otherRelease:
      guard let run else { return Failure.unreadable(look) }
      return found.map { Failure.otherRelease($0) } ?? Failure.otherRun(run)
    case .notPushed:
      guard let run else { return Failure.unreadable(look) }
      return Failure.notPushed(run)
    case .isPublic:
      let names = found?.record.pushedReferences.keys.sorted() ?? []
      return ExecutionError.alreadyPublic(names, isOpen: true)
    }
  }
}

extension Failure {
  fileprivate static func lostRecord(_ place: RecordPlace?, of tag: String) -> Failure {
    Failure(
      "`\(tag)` says that its release has a record, and `\(place?.remote ?? "")` has no `\(place?.reference ?? "")` any more, so "
        + "the release may be unfinished",
      hint: "run `martlet finish` in the clone where the run began; or see what is published with `martlet verify "
        + "\(tag.shellWord)`, and when nothing is missing, continue with `martlet undo --keep`",
      code: .journalGone, exit: .partlyPublic)
  }

  fileprivate static func unreadable(_ look: LaneLook) -> Failure {
    if case .unreadable(_, let failure)? = look.record?.head { return failure }
    return Failure("the record of the lane cannot be read")
  }

  /// The lane has another release that is pushed and not finished, or one with other values.
  static func otherRelease(_ found: FoundRecord) -> Failure {
    let version = found.record.version.map { "\($0.current)" } ?? found.name
    return Failure(
      "the release \(version) of the lane `\(found.place.lane)` is pushed and not finished: run \(found.record.id), "
        + found.record.holder.description,
      hint: "finish it with `martlet finish \(found.name.shellWord)`, then run the lane again", code: .unfinishedRun,
      exit: .locked)
  }

  fileprivate static func otherRun(_ record: RunRecord) -> Failure {
    let version = record.version.map { " of \($0.current)" } ?? ""
    let values = (record.start.call?.arguments ?? [:]).sorted { $0.key < $1.key }.map { "`\($0.key)=\($0.value)`" }
    return Failure(
      "run \(record.id)\(version) has not ended, and was begun with \(values.isEmpty ? "other values" : values.joined(separator: ", "))",
      hint: "finish it with `martlet finish`, or undo it with `martlet undo`, then run the lane again",
      code: .unfinishedRun, exit: .usage)
  }

  fileprivate static func notPushed(_ record: RunRecord) -> Failure {
    Failure(
      "run \(record.id), \(record.holder.description), has not pushed, so only the clone where it began can finish it",
      hint: "undo it with `martlet undo`, then run the lane again", code: .anotherRun, exit: .locked)
  }
}
