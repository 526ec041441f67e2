import Lanes
import MartletCore
import Steps

/// The lane that a command line names, with the values of its parameters and the answers to its prompts.
struct LaneCall {
  let lane: String
  /// Such as `notes=NEWS.md`.
  var arguments: [String]
  /// Such as `version=minor`.
  var answers: [String] = []
}

extension Session {
  /// Returns the lane that the words name; without a name, the only lane that can be meant; nil when there are several.
  ///
  /// `minor` or `1.5.0` among the words is the version for the lane: see `Releasefile.takingVersion`.
  ///
  /// - Parameters:
  ///   - name: The first word: the name of a lane, or if that was left out, one of its arguments.
  ///   - arguments: The other words.
  ///   - answer: The values of `--answer` and `--version`.
  func chosenLane(_ name: String?, _ arguments: [String], _ answer: AnswerOptions) throws -> LaneCall? {
    let words = [name].compactMap(\.self) + arguments
    let isName = try name.map { try !$0.contains("=") && ($0.requestedVersion == nil || hasLane(named: $0)) } ?? false
    var rest = isName ? arguments : words
    let versions = rest.filter { $0.requestedVersion != nil } + [answer.version].compactMap(\.self)
    rest.removeAll { $0.requestedVersion != nil }
    guard versions.count <= 1 else { throw Failure.severalVersions(versions) }
    let lane: String
    if isName, let name {
      lane = name
    } else {
      let lanes = try requiredReleasefile().publicLanes
      let possible =
        try versions.isEmpty ? lanes : lanes.filter { try requiredReleasefile().place(ofVersionIn: $0) != nil }
      guard possible.count == 1 else {
        guard let word = rest.first else { return nil }
        throw Failure.badArgument(word)
      }
      lane = possible[0].name
    }
    var call = LaneCall(lane: lane, arguments: rest, answers: answer.answers)
    if let version = versions.first { try call.take(version.requestedVersion ?? version, requiredReleasefile()) }
    return call
  }

  /// Returns the lane that the words name, as `chosenLane`.
  ///
  /// - Throws: `Failure.unchosenLane` when several can be meant.
  func lane(_ name: String?, _ arguments: [String], _ answer: AnswerOptions) throws -> LaneCall {
    guard let call = try chosenLane(name, arguments, answer) else {
      throw Failure.unchosenLane(known: try requiredReleasefile().publicLanes.map(\.name))
    }
    return call
  }

  private func hasLane(named name: String) throws -> Bool { try requiredReleasefile().lane(named: name) != nil }
}

extension LaneCall {
  /// Adds the version where the lane takes it.
  fileprivate mutating func take(_ version: String, _ releasefile: Releasefile) throws {
    guard let lane = releasefile.lane(named: lane) else { return }
    switch releasefile.place(ofVersionIn: lane) {
    case .answer: answers.append("version=\(version)")
    case .parameter(let name): arguments.append("\(name)=\(version)")
    case nil: throw Failure.takesNoVersion(lane.name, version)
    }
  }
}

/// Where a lane takes its version from the command line.
private enum VersionPlace {
  /// The answer to `bump: ask`.
  case answer
  /// The value of the parameter that `bump` names: `bump: ${part}`.
  case parameter(String)
}

extension Releasefile {
  /// Returns where the lane takes its version; nil if it decides that itself, as with `bump: auto`.
  fileprivate func place(ofVersionIn lane: Lane) -> VersionPlace? {
    if questions(inLaneNamed: lane.name).contains("version") { return .answer }
    let names = steps(ofLaneNamed: lane.name).compactMap { ($0.step as? BumpStep)?.change.names }.flatMap(\.self)
    return lane.parameters.first { names.contains($0.name) }.map { .parameter($0.name) }
  }
}

extension String {
  /// The text if it is a version or the part to raise, without the `v` of a tag; nil for other texts. `release` is usually a lane.
  fileprivate var requestedVersion: String? {
    switch try? VersionChange(self) {
    case .exactly(let version)?: version.description
    case .release?, nil: nil
    case .major?, .minor?, .patch?, .prerelease?: self
    }
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

  fileprivate static func severalVersions(_ texts: [String]) -> Failure {
    Failure("\(texts.quotedList) are several versions, expected one", exit: .usage)
  }

  fileprivate static func takesNoVersion(_ lane: String, _ version: String) -> Failure {
    Failure(
      "the lane `\(lane)` decides its version itself, and does not take `\(version)`",
      hint: "write `bump: ask` in the lane `\(lane)`", exit: .usage)
  }
}
