import MartletCore
import Steps
import TestSupport
import Testing

@testable import Lanes

@Suite("The step generate_config")
struct GenerateConfigStepTests {
  private static func planning(_ files: [String: String] = [:], ignored: Set<String> = []) -> Planning {
    var planning = Planning(
      .clean(["a.yml": "Common: {A: 1}\nP: {}\nQ: {A: 2}\n"].merging(files) { $1 }))
    planning.world.ignoredFiles = ignored
    planning.head = """
      environments:
        values: a.yml
        secrets: {Key: {env: KEY, embed: true}}
        outputs: [json: a.json, env: .env.out]

      """
    planning.world.environment = ["KEY": "s3cret"]
    return planning
  }

  private static let outputs: Set = ["a.json", ".env.out"]

  @Test("writes every output that has changed")
  func writes() throws {
    var planning = Self.planning(ignored: Self.outputs)
    let plan = try planning.plan("- generate_config: Q")
    #expect(plan.lines == ["generate_config: write a.json -0 +4", "generate_config: write .env.out -0 +3"])
    #expect(plan.text(of: "a.json") == "{\n  \"A\": 2,\n  \"Key\": \"s3cret\"\n}\n")
    planning = Self.planning(["a.json": try #require(plan.text(of: "a.json"))], ignored: Self.outputs)
    #expect(try planning.plan("- generate_config: Q").lines == ["generate_config: write .env.out -0 +3"])
    #expect(
      try planning.plan("- generate_config: {environment: P}").lines.first == "generate_config: write a.json -1 +1")
  }

  @Test("writes the values of this machine only to files that git ignores")
  func localValues() throws {
    var planning = Planning(.clean(["a.yml": "Common: {A: 1}\nP: {}\n", "l.yml": "Common: {A: 7, B: 8}\n"]))
    planning.world.ignoredFiles = ["l.yml", "b.json"]
    planning.head = "environments: {values: a.yml, local: l.yml, outputs: [{json: a.json}, {json: b.json}]}\n"
    let plan = try planning.plan("- generate_config: P")
    #expect(plan.text(of: "a.json") == "{\n  \"A\": 1\n}\n")
    #expect(plan.text(of: "b.json") == "{\n  \"A\": 7,\n  \"B\": 8\n}\n")
  }

  @Test("shows no diff of a file with secrets")
  func hidesSecrets() throws {
    let plan = try Self.planning(["a.json": "{\"Key\": \"0ld\"}\n"], ignored: Self.outputs).plan("- generate_config: Q")
    guard case .writeFile(let write) = plan.entries[0].effect else { throw TestWorkspaceFailure() }
    #expect(write.diff == "(changes in `a.json` are hidden: the file contains secrets)\n")
  }

  @Test("gives the run every secret that it writes, which the output then hides")
  func knownSecrets() throws {
    let planning = Self.planning(ignored: Self.outputs)
    let draft = Draft(
      of: PlanningContext(workspace: planning.world, versions: ProjectVersion(), answers: planning.answers),
      releasefile: try Releasefile(SourceText(path: "Releasefile", text: planning.head), vocabulary: .standard),
      laneName: nil)
    var step = GenerateConfigStep()
    step.environment = "Q"
    #expect(try step.plan(draft).secrets.mapValues(\.exposed) == ["secrets.Key": "s3cret"])
  }

  private struct TestWorkspaceFailure: Error {}

  @Test("never writes a secret into a file that git tracks")
  func refusesTrackedOutputs() throws {
    #expect(
      try Self.planning().failure("- generate_config: Q") == """
        error: `a.json` would hold secret `Key`, but git does not ignore it
        hint: add `/a.json` to `.gitignore`; if git tracks it, run `git rm --cached a.json`
        """)
  }

  @Test("reports a missing environment once")
  func selection() throws {
    #expect(
      try Self.planning().failure("- generate_config") == """
        error: no environment is selected, expected one of `P`, `Q`
        hint: add `--env P`, or `default: P` below `environments:`
        """)
    #expect(
      try Self.planning().failure("- generate_config: {environment: P, configuration: Release}")
        == "error: both `environment` and `configuration` are given, expected one of them")
    #expect(
      try Planning(.clean([:])).failure("- generate_config: P") == """
        error: the Releasefile declares no `environments`
        hint: add the path of the values, such as `environments: {values: Configuration/config.plist}`
        """)
  }
}
