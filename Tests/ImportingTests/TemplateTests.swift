import Foundation
import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The template for version numbers")
struct TemplateTests {
  private func releasefile() throws -> Releasefile {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let bytes = [UInt8](try Data(contentsOf: root.appending(path: "Examples/version-numbers.yml")))
    return try Releasefile(SourceText(path: "Releasefile", bytes: bytes), vocabulary: .standard)
  }

  private func plan(_ lane: String) throws -> Plan {
    let workspace = TestWorkspace.clean(["Version.swift": "public let version = \"1.2.3\"\n"])
    let world = PlanningContext(
      workspace: workspace, versions: ProjectVersion(), answers: TestAnswers(["version": "1.4.0"]))
    return try Planner(laneNamed: lane, of: releasefile(), in: world).wholePlan()
  }

  @Test("raises each part", arguments: [("bump_major", "2.0.0"), ("bump_minor", "1.3.0"), ("bump_patch", "1.2.4")])
  func raises(lane: String, version: String) throws {
    #expect(try plan(lane).version?.current.description == version)
  }

  @Test("prompts, commits, tags and pushes")
  func releases() throws {
    let plan = try plan("release")
    #expect(plan.version?.current.description == "1.4.0")
    #expect(plan.entries.map(\.step) == ["bump", "commit", "tag", "push"])
    #expect(try releasefile().publicLanes.map(\.name) == ["bump_major", "bump_minor", "bump_patch", "release"])
  }
}
