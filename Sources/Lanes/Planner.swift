import TextEditing
import Versioning

/// Turns a lane into a plan. Reads, asks and decides; changes nothing.
package struct Planner {
  private let releasefile: Releasefile
  private let world: World

  package init(_ releasefile: Releasefile, in world: World) {
    self.releasefile = releasefile
    self.world = world
  }

  /// The whole plan of the lane called `name`, as far as it can be known before it is run. Confirmations are taken for
  /// agreed.
  ///
  /// - Throws: `Failure.unknownLane` or `.privateLane`; a `StepFailure` when a step stops the lane.
  package func plan(laneNamed name: String, arguments: [String: String] = [:]) throws -> Plan {
    var planner = try start(laneNamed: name, arguments: arguments)
    return try planner.preview()
  }

  /// The whole plan of `steps` by themselves: what a command such as `martlet bump` does.
  package func plan(_ steps: [StepDeclaration], title: String) throws -> Plan {
    var planner = start(steps, title: title)
    return try planner.preview()
  }

  /// The lane called `name`, with what its Releasefile has around it, ready to be planned stage by stage.
  package func start(laneNamed name: String, arguments: [String: String] = [:]) throws -> LanePlanner {
    guard let lane = releasefile.lane(named: name) else {
      throw Failure.unknownLane(name, known: releasefile.publicLanes.map(\.name))
    }
    guard !lane.isPrivate else { throw Failure.privateLane(name) }
    var planner = LanePlanner(Draft(of: world, releasefile: releasefile, laneName: name), title: name)
    planner.append(releasefile.lifeCycle.beforeAll)
    try planner.append(lane, arguments: arguments)
    planner.append(releasefile.lifeCycle.afterAll)
    return planner
  }

  /// `steps` by themselves, ready to be planned stage by stage.
  package func start(_ steps: [StepDeclaration], title: String) -> LanePlanner {
    var planner = LanePlanner(Draft(of: world, releasefile: releasefile, laneName: nil), title: title)
    planner.append(steps)
    return planner
  }
}

extension Failure {
  static func unknownLane(_ name: String, known: [String]) -> Failure {
    Failure(
      "unknown lane `\(name)`"
        + (known.isEmpty
          ? ", the Releasefile declares none" : ", expected one of \(known.quotedList)"),
      hint: known.suggestion(for: name), exit: .usage)
  }

  static func privateLane(_ name: String) -> Failure {
    Failure(
      "lane `\(name)` is private, expected one that may be run by itself",
      hint: "call it from another lane with `lane: NAME`", exit: .usage)
  }

  static func tooManySteps(limit: Int) -> Failure {
    Failure(
      "the lane comes to more than \(limit) steps, with those of the lanes that it calls",
      hint: "look for lanes that call others several times: `martlet lanes --graph dot` shows them")
  }
}
