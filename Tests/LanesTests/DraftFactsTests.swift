import MartletCore
import TestSupport
import Testing

@testable import Lanes

@Suite("The facts of a draft")
struct DraftFactsTests {
  private func text(_ template: String, in workspace: TestWorkspace = project, steps: String = "") throws -> String? {
    let lines = try LanePlanning("lanes:\n  release:\n    steps: [\(steps){message: \"\(template)\"}]\n", in: workspace)
      .plan(laneNamed: "release").lines
    return lines.last
  }

  @Test(
    "have these names",
    arguments: [
      ("project", "CoolApp"), ("version", "1.5.0"), ("previous_version", "1.4.2"), ("tag", "1.5.0"), ("branch", "main"),
      ("commit", "1111111111111111111111111111111111111111"), ("lane", "release"), ("ci", "false"),
      ("date", "2026-01-01"),
      ("env.USER", "me ${version}"),
    ])
  func values(_ name: String, _ expected: String) throws {
    var workspace = project
    workspace.environment = ["USER": "me ${version}"]
    #expect(try text("${\(name)}", in: workspace, steps: "{bump: minor}, ") == expected)
  }

  @Test("are all in the table above, or in one of the tests below")
  func all() {
    #expect(
      FactName.allCases.map(\.rawValue).sorted() == [
        "branch", "build", "ci", "commit", "date", "lane", "previous_version", "project", "tag", "version",
        "version.next",
      ])
  }

  @Test(
    "report a CI system only if its variables are set",
    arguments: [
      (["CI": ""], "false"), (["CI": "false"], "false"), (["CI": "1"], "true"), (["TF_BUILD": "True"], "true"),
      (["CI": "true", "MARTLET_CI": "none"], "false"),
    ])
  func ci(_ environment: [String: String], _ expected: String) throws {
    var workspace = project
    workspace.environment = StepEnvironment(environment)
    #expect(try text("${ci}", in: workspace) == expected)
  }

  @Test("make no text of more than 4 MiB together")
  func length() {
    var workspace = project
    workspace.environment = [
      "FIRST": String(repeating: "a", count: 3 << 20), "SECOND": String(repeating: "b", count: 2 << 20),
    ]
    let failure = #expect(throws: StepFailure.self) { try text("${env.FIRST}${env.SECOND}", in: workspace) }
    #expect(failure?.diagnostics.map(\.message) == ["a text is longer than 4 MiB after its names are replaced"])
  }

  @Test("follow the spelling of existing tags")
  func tag() throws {
    #expect(try text("${tag}", in: .clean(["VERSION": "1.4.2\n"], tags: ["v1.4.1"])) == "v1.4.2")
  }

  @Test(
    "report why they are unknown",
    arguments: [
      ("${build}", "", "no manifest with a build number was found, so `build` has no value"),
      ("${commit}", "{bump: minor}, commit, ", "`commit` is not known before this run has created its commit"),
      ("${env.NOT_SET}", "", "the environment variable `NOT_SET` is not set"),
    ])
  func unknown(_ template: String, _ steps: String, _ expected: String) {
    let failure = #expect(throws: StepFailure.self) { try text(template, steps: steps) }
    #expect(failure?.diagnostics.map(\.message) == [expected])
  }

  @Test("require a branch with a commit if they describe one")
  func heads() {
    var workspace = project
    workspace.headState = .detached(.first)
    var failure = #expect(throws: StepFailure.self) { try text("${branch}", in: workspace) }
    #expect(failure?.underlying as? Failure == .detachedHead(.first, nil))
    workspace.headState = .unborn("main")
    failure = #expect(throws: StepFailure.self) { try text("${commit}", in: workspace) }
    #expect(failure?.underlying as? Failure == .noCommit(branch: "main"))
  }

  @Test("are in the environment of every command, except secrets")
  func environment() throws {
    var workspace = project
    workspace.environment = ["TOKEN": "hunter2"]
    let text = """
      lanes:
        release:
          parameters: {release-notes: {default: "$$(id)"}, token: {secret: true, env: TOKEN}}
          steps:
            - run: {shell: 'echo ${version}', environment: {UPLOAD_TOKEN: "${token}"}}
      """
    var planner = try LanePlanning(text, in: workspace).start(laneNamed: "release")
    let plan = try #require(try planner.nextStage())
    guard case .runCommand(let run) = plan.entries.first?.effect else { throw Failure("no command") }
    #expect(
      run.environment == [
        "MARTLET_PROJECT": "CoolApp", "MARTLET_VERSION": "1.4.2", "MARTLET_PREVIOUS_VERSION": "1.4.2",
        "MARTLET_TAG": "1.4.2",
        "MARTLET_BRANCH": "main", "MARTLET_COMMIT": "1111111111111111111111111111111111111111",
        "MARTLET_LANE": "release",
        "MARTLET_CI": "false", "MARTLET_DATE": "2026-01-01", "MARTLET_RELEASE_NOTES": "$(id)",
      ])
    #expect(run.words == .shell("echo ${version}"))
    #expect(run.secrets == ["UPLOAD_TOKEN": "token"])
    #expect(planner.secrets.byEntry[1]?["UPLOAD_TOKEN"]?.exposed == "hunter2")
    #expect(!"\(plan) \(planner.secrets)".contains("hunter2"))
  }

  @Test(
    "do not allow a secret in a text",
    arguments: [
      "{message: '${token}'}", "{run: [echo, '${token}']}", "{commit: '${token}'}",
      "{run: {shell: x, environment: {A: 'x${token}'}}}", "{message: x, if: token == a}",
    ])
  func secretInText(_ step: String) throws {
    var workspace = project
    workspace.environment = ["TOKEN": "hunter2"]
    let text =
      "lanes:\n  release:\n    parameters: {token: {secret: true, env: TOKEN}}\n    steps: [{bump: minor}, \(step)]\n"
    let failure = #expect(throws: StepFailure.self) { try LanePlanning(text, in: workspace).plan(laneNamed: "release") }
    #expect(failure?.underlying as? Failure == .secretInText("token"))
  }

  @Test(
    "do not allow a variable in a text if its name looks secret",
    arguments: [
      "{message: '${env.API_KEY}'}", "{run: [echo, 'a${env.API_KEY}']}", "{message: x, if: env.API_KEY == a}",
    ])
  func secretVariable(_ step: String) throws {
    var workspace = project
    workspace.environment = ["API_KEY": "hunter2"]
    let text = "lanes:\n  release:\n    steps: [\(step)]\n"
    let failure = #expect(throws: StepFailure.self) { try LanePlanning(text, in: workspace).plan(laneNamed: "release") }
    #expect(failure?.underlying as? Failure == .secretInText("env.API_KEY"))
  }

  @Test("pass such a variable to a command as a secret")
  func handedVariable() throws {
    var workspace = project
    workspace.environment = ["API_KEY": "hunter2"]
    let text = "lanes:\n  release:\n    steps: [{run: {shell: x, environment: {KEY: '${env.API_KEY}'}}}]\n"
    var planner = try LanePlanning(text, in: workspace).start(laneNamed: "release")
    let plan = try #require(try planner.nextStage())
    #expect(planner.secrets.byEntry[1]?["KEY"]?.exposed == "hunter2")
    #expect(!"\(plan)".contains("hunter2"))
  }

  @Test(
    "let a condition check whether a secret or a variable exists",
    arguments: [
      ("token", true), ("not token", false), ("env.API_KEY", true), ("not env.NOT_SET", true), ("env.NOT_SET", false),
      ("env.NOT_SET == a", false), ("env.NOT_SET != a", true), ("none", false),
    ])
  func conditions(_ condition: String, _ holds: Bool) throws {
    var workspace = project
    workspace.environment = ["TOKEN": "hunter2", "API_KEY": "hunter2"]
    let text = """
      lanes:
        release:
          parameters: {token: {secret: true, env: TOKEN}, none: {secret: true}}
          steps: [{message: x, if: \(condition)}]

      """
    #expect(try LanePlanning(text, in: workspace).plan(laneNamed: "release").lines == (holds ? ["x"] : []))
  }

  @Test("limit the length of a text")
  func growth() {
    let lanes = (0..<30).map {
      "  l\($0): {parameters: {t: {}}, steps: [{lane: {lane: l\($0 + 1), with: {t: '${t}${t}'}}}]}\n"
    }
    let text = "lanes:\n\(lanes.joined())  l30: {parameters: {t: {}}, steps: [message: '${t}']}\n"
    let failure = #expect(throws: StepFailure.self) {
      try LanePlanning(text).plan(laneNamed: "l0", arguments: ["t": "0123456789"])
    }
    #expect(
      failure?.diagnostics.map(\.message) == ["a text is longer than 4 MiB after its names are replaced"])
  }
}
