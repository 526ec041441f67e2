import Execution
import Lanes
import MartletCore

extension Session {
  /// Where the record of a run of the lane is; nil without a remote.
  ///
  /// - Parameter plan: The remote to which it pushes has the record.
  func recordPlace(
    ofLaneNamed lane: String, in releasefile: Releasefile, pushing plan: Plan? = nil
  ) throws -> RecordPlace? {
    let pushed = plan?.entries.lazy.compactMap { entry -> String? in
      if case .pushRefs(let push) = entry.effect { push.remote } else { nil }
    }.first
    guard let remote = try pushed ?? defaultRemote() else { return nil }
    return RecordPlace(ofLaneNamed: lane, on: remote, as: releasefile.recordForm)
  }

  /// The places where other clones may have left records.
  ///
  /// - Parameter lane: The lane; nil for all that have a record on the remote.
  /// - Throws: `TransportError`.
  func recordPlaces(ofLaneNamed lane: String?, in releasefile: Releasefile) throws -> [RecordPlace] {
    let lanes = lane.map { [$0] } ?? releasefile.publicLanes.map(\.name)
    guard lanes.contains(where: releasefile.reachesServices(inLaneNamed:)), let remote = try defaultRemote() else {
      return []
    }
    guard let lane else { return try workspace.recordPlaces(on: remote, as: releasefile.recordForm) }
    return [RecordPlace(ofLaneNamed: lane, on: remote, as: releasefile.recordForm)]
  }

  /// The remote that the branch is pushed to, otherwise the only one, or `origin`.
  private func defaultRemote() throws -> String? {
    let branch = try workspace.head().branch ?? pipeline?.branch
    if let branch, let destination = try workspace.pushDestination(of: branch) { return destination.remote }
    let names = try workspace.remoteNames()
    return names.count == 1 ? names.first : names.first { $0 == "origin" }
  }
}

extension OpenRun {
  /// What is known of it here.
  var record: RunRecord {
    switch self {
    case .here(let record), .over(let record): record
    case .elsewhere(let found): found.record
    }
  }

  /// Whether another clone has finished or undone it.
  var isOver: Bool { if case .over = self { true } else { false } }

  /// Whether nothing of it is kept when it is finished, so that the lane begins again.
  var beginsAgain: Bool { if case .elsewhere(let found) = self { !found.hasPushed } else { isOver } }

  /// The run in messages.
  var description: String {
    if case .elsewhere = self { "run \(record.id), \(record.holder.description)," } else { "run \(record.id)" }
  }
}
