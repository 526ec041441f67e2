@testable import Lanes
@testable import MartletCore
@testable import Steps
@testable import TestSupport

/// A Releasefile: read, or refused with places inside of it; what is read can be planned.
struct ReleasefileTarget: FuzzTarget {
  static let name = "releasefile"
  static let greatestLength = 8192

  func check(_ input: Input) throws {
    guard let files = InputFiles(input.bytes, main: "Releasefile"), let source = files.source(at: "Releasefile") else {
      return
    }
    do {
      let releasefile = try Releasefile(source, vocabulary: .standard)
      try require(releasefile == Releasefile(source, vocabulary: .standard), "a second reading says something else")
      for lane in releasefile.publicLanes.prefix(8) { try plan(lane.name, of: releasefile) }
    } catch let error as Failure {
      try Explanation.check(error, about: files)
      for diagnostic in error.diagnostics {
        try require(diagnostic.place != nil, "no place: \(diagnostic.rendered())")
      }
    }
  }

  /// Plans a lane twice: both plans are equal, or both fail.
  private func plan(_ lane: String, of releasefile: Releasefile) throws {
    let world = PlanningContext(
      workspace: TestWorkspace.clean(["VERSION": "1.4.2\n", "CHANGELOG.md": "# Changelog\n"], tags: ["1.4.2"]),
      versions: ProjectVersion(), answers: TestAnswers(confirmation: true))
    func plan() throws -> Plan {
      var planner = try Planner(laneNamed: lane, of: releasefile, in: world)
      return try planner.preview()
    }
    guard let first = try? plan() else { return }
    let again = try plan()
    try require(first == again, "lane `\(lane)` is planned in two ways")
  }
}
