import Lanes
import MartletCore

/// The lane that a command line names, with the values of its parameters, such as `notes=NEWS.md`.
struct LaneCall {
  let lane: String
  let arguments: [String]
}

extension Session {
  /// Returns the lane that `name` names; without a name, the only lane of the Releasefile; nil when there are several.
  ///
  /// - Parameter arguments: The arguments behind the name. If the lane was left out, the first one is in its place.
  func chosenLane(_ name: String?, _ arguments: [String]) throws -> LaneCall? {
    if let name, !name.contains("=") { return LaneCall(lane: name, arguments: arguments) }
    let lanes = try requiredReleasefile().publicLanes
    guard lanes.count == 1, let lane = lanes.first else {
      guard let name else { return nil }
      throw Failure.badArgument(name)
    }
    return LaneCall(lane: lane.name, arguments: [name].compactMap(\.self) + arguments)
  }

  /// Returns the lane that `name` names; without a name, the only lane of the Releasefile.
  ///
  /// - Throws: `Failure.unchosenLane` when there is not exactly one.
  func lane(_ name: String?, _ arguments: [String]) throws -> LaneCall {
    guard let call = try chosenLane(name, arguments) else {
      throw Failure.unchosenLane(known: try requiredReleasefile().publicLanes.map(\.name))
    }
    return call
  }
}

extension Failure {
  fileprivate static func unchosenLane(known: [String]) -> Failure {
    guard let first = known.first else {
      return Failure("the Releasefile has no lane", hint: "see `martlet help releasefile`", exit: .badReleasefile)
    }
    return Failure(
      "the Releasefile has several lanes, expected one of \(known.quotedList)",
      hint: "name it, such as `martlet run \((known.first { $0 == "release" } ?? first).shellWord)`", exit: .usage)
  }
}
