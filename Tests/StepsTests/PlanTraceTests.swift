import Lanes
import MartletVersioning
import Steps
import TestSupport
import Testing

@Suite("The plan digest in a tag")
struct PlanTraceTests {
  private func tags(_ steps: String, in planning: Planning = Planning(version: "1.4.2")) throws -> [TagCreation] {
    try planning.plan(steps).entries.compactMap { if case .createTag(let tag) = $0.effect { tag } else { nil } }
  }

  @Test("is the digest of all earlier effects of the run, and is in its message")
  func digest() throws {
    let plan = try Planning(version: "1.4.2").plan("- bump: minor\n- commit\n- tag\n- push\n- message: done")
    guard case .createTag(let tag) = plan.entries[2].effect, let digest = tag.plan else {
      return #expect(Bool(false), "\(plan.lines)")
    }
    #expect(tag.message == "CoolApp 1.5.0\n\nRelease-Plan: \(digest)\n")
    var own = TagCreation(name: tag.name, message: "CoolApp 1.5.0", target: tag.target)
    own.isSigned = tag.isSigned
    #expect(digest == PlanDigest(of: plan.entries[..<2].map(\.effect) + [.createTag(own)]))
  }

  @Test("is the same wherever and whenever it is planned, and different for another plan")
  func machines() throws {
    let steps = "- bump: minor\n- commit\n- tag\n- push"
    let digest = try tags(steps)[0].plan
    var planning = Planning(version: "1.4.2")
    planning.head = "project: CoolApp\n"
    planning.world.folderName = "build-17"
    planning.world.today = "2027-12-31"
    planning.world.environment = ["CI": "true"]
    planning.world.headState = .branch("main", try #require(ObjectID(String(repeating: "2", count: 40))))
    #expect(try tags(steps, in: planning)[0].plan == digest)
    #expect(try tags("- bump: patch\n- commit\n- tag\n- push")[0].plan != digest)
    // The lane decides what follows the tag when it is resumed.
    #expect(try tags("- bump: minor\n- commit\n- tag")[0].plan == digest)
  }

  @Test("is in each tag, up to that tag, but in none that already has such a trailer")
  func each() throws {
    let two = try tags("- tag\n- tag: latest")
    let own = TagCreation(name: "latest", message: "CoolApp 1.4.2", target: two[1].target)
    let digest = PlanDigest(of: [.createTag(two[0]), .createTag(own)])
    #expect(two[0].plan != nil && two[1].plan == digest)
    #expect(two[1].message == "CoolApp 1.4.2\n\nRelease-Plan: \(digest)\n")
    let mine = try tags("- tag: {message: \"Cool\\n\\nRelease-Plan: mine\"}")
    #expect(mine.map(\.message) == ["Cool\n\nRelease-Plan: mine"])
    #expect(mine.map(\.plan) == [nil])
  }

  @Test("is appended to the trailers at the end of the message")
  func joined() throws {
    let tag = try tags("- tag: {message: \"Cool\\n\\nReviewed-by: B. Dev\"}")[0]
    let digest = try #require(tag.plan)
    #expect(tag.message == "Cool\n\nReviewed-by: B. Dev\nRelease-Plan: \(digest)\n")
  }

  @Test("is not written before it is known, nor for handlers at the end of a lane")
  func unknown() throws {
    func planner(_ text: String) throws -> Planner {
      try Planner(
        laneNamed: "release", of: Releasefile(.init(path: "Releasefile", text: text), vocabulary: .standard),
        in: PlanningContext(
          workspace: Planning(version: "1.4.2").world, versions: ProjectVersion(), answers: TestAnswers()))
    }
    func plans(_ plan: Plan?) -> [PlanDigest?] {
      (plan?.entries ?? []).compactMap { if case .createTag(let tag) = $0.effect { .some(tag.plan) } else { nil } }
    }
    var lane = try planner("lanes: {release: {steps: [run: [make], tag]}}")
    var preview = lane
    #expect(try plans(preview.preview()) == [nil])
    #expect(try plans(lane.nextStage()) == [])
    lane.proceed(after: StageResult())
    #expect(try plans(lane.nextStage()).map { $0 != nil } == [true])
    var ending = try planner("lanes: {release: {finally: [tag], steps: [message: a]}}")
    _ = try ending.nextStage()
    ending.finish()
    #expect(try plans(ending.nextStage()) == [nil])
  }
}
