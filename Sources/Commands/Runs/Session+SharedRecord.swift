import Execution
import Lanes
import MartletCore

extension Session {
  /// Where the head of the lane is; nil without a remote, and for a lane that needs no record.
  ///
  /// - Parameter plan: The remote to which it pushes has the record.
  func recordPlace(ofLaneNamed lane: String, pushing plan: Plan? = nil) throws -> RecordPlace? {
    let releasefile = try requiredReleasefile()
    guard releasefile.keepsRecords, releasefile.reachesServices(inLaneNamed: lane) else { return nil }
    let pushed = plan?.entries.lazy.compactMap { entry -> String? in
      if case .pushRefs(let push) = entry.effect { push.remote } else { nil }
    }.first
    return try (pushed ?? defaultRemote()).map { RecordPlace(ofLaneNamed: lane, on: $0) }
  }

  /// The heads of all lanes on the remote, and of the lanes of the Releasefile without one.
  ///
  /// - Throws: `TransportError`.
  func releaseHeads() throws -> [(place: RecordPlace, head: LaneHead)] {
    guard let releasefile = try releasefile() else { return [] }
    let places = try releasefile.publicLanes.compactMap { try recordPlace(ofLaneNamed: $0.name) }
    guard let remote = places.first?.remote else { return [] }
    let heads = try workspace.heads(on: remote)
    return heads + places.filter { place in !heads.contains { $0.place == place } }.map { ($0, .absent) }
  }

  /// The remote that the branch is pushed to, otherwise the only one, or `origin`.
  private func defaultRemote() throws -> String? {
    let branch = try workspace.head().branch ?? pipeline?.branch
    if let branch, let destination = try workspace.pushDestination(of: branch) { return destination.remote }
    let names = try workspace.remoteNames()
    return names.count == 1 ? names.first : names.first { $0 == "origin" }
  }
}
