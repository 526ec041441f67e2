import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A stage")
struct SurveyTests {
  private let reads = ReadCounter()

  /// The path of a file that only the search for versions reads.
  private let candidate: RelativePath = "Sources/Tool/Version.swift"

  private func planner(_ steps: String) throws -> Planner {
    var world = TestWorkspace.clean(["VERSION": "1.4.2\n", "Sources/Tool/Version.swift": "let x = 1\n"])
    world.reads = reads
    let source = SourceText(path: "Releasefile", text: "lanes:\n  release:\n    steps: \(steps)\n")
    return try Planner(
      laneNamed: "release", of: Releasefile(source, vocabulary: .standard),
      in: PlanningContext(workspace: world, versions: ProjectVersion(), answers: TestAnswers()))
  }

  @Test("surveys the project once, however often it is planned")
  func once() throws {
    var planner = try planner("[{bump: minor}, {run: make}, commit, {run: [make, check]}, tag]")
    let beginning = planner
    #expect(try planner.nextStage()?.entries.count == 2)
    let count = reads[candidate]
    #expect(count > 0)
    let (plan, failure) = beginning.rehearsal()
    #expect(plan.entries.count == 5)
    #expect(failure == nil)
    #expect(beginning.partialPlan(TestAnswers()).plan.entries == plan.entries)
    #expect(reads[candidate] == count)
  }

  @Test("surveys the project once for all steps that need the same, and again after the commands of another stage")
  func nextStage() throws {
    var planner = try planner("[ensure: consistent, ensure: consistent, {run: make}, ensure: consistent]")
    _ = try planner.nextStage()
    let count = reads[candidate]
    #expect(count > 0)
    planner.proceed(after: [:])
    _ = try planner.nextStage()
    #expect(reads[candidate] == 2 * count)
  }

  @Test("surveys the project again where a step has changed a file")
  func changed() throws {
    let (plan, failure) = try planner("[{bump: minor}, {bump: minor}]").rehearsal()
    #expect(failure == nil)
    #expect(plan.version?.current.description == "1.6.0")
  }

  @Test("reads only files for users where the Releasefile says that tags have the version")
  func tags() throws {
    var world = TestWorkspace.clean(
      [
        "README.md": ".package(url: \"https://example.com/origin/CoolApp.git\", from: \"1.4.2\")\n",
        "Sources/Cool.swift": "let coolVersion = \"1.4.2\"\n", "release.yml": "cool_version: 1.4.2\n",
      ], tags: ["1.4.2"])
    world.reads = reads
    let source = SourceText(
      path: "Releasefile", text: "version: {source: tag}\nlanes: {release: {steps: [{bump: minor}, {run: make}]}}\n")
    var planner = try Planner(
      laneNamed: "release", of: Releasefile(source, vocabulary: .standard),
      in: PlanningContext(workspace: world, versions: ProjectVersion(), answers: TestAnswers()))
    let plan = try #require(try planner.nextStage())
    #expect(plan.entries.count == 2)
    #expect(plan.version?.current.description == "1.5.0")
    #expect(reads["README.md"] > 0)
    #expect(reads["Sources/Cool.swift"] == 0)
    #expect(reads["release.yml"] == 0)
  }
}
