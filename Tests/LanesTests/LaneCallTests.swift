import MartletCore
import TestSupport
import Testing

@testable import Lanes

@Suite("A called lane")
struct LaneCallTests {
  private let text = """
    lanes:
      release:
        parameters: {note: {default: outer}}
        steps:
          - lane: {lane: inner, with: {note: "<${note}>"}}
            id: first
          - lane: inner
            id: second
          - message: ${note} ${steps.first.said} ${steps.second.said}
      inner:
        private: true
        parameters: {note: {default: "${version}"}}
        steps: [message: "${note}"]
        outputs: {said: "said ${note}"}
    """

  @Test("has its own names, and returns its outputs to the caller")
  func outputs() throws {
    #expect(
      try LanePlanning(text).plan(laneNamed: "release").lines == ["<outer>", "1.4.2", "outer said <outer> said 1.4.2"])
  }

  @Test("fails at the place of its call if an output is unknown")
  func badOutput() throws {
    let failure = #expect(throws: StepFailure.self) {
      try LanePlanning(text.replacing("said ${note}", with: "${commit} ${env.NOT_THERE}")).plan(laneNamed: "release")
    }
    #expect(failure?.place?.line == 6)
    #expect(failure?.diagnostics.map(\.message) == ["the environment variable `NOT_THERE` is not set"])
  }

  @Test("fails at the place of its call if an argument is invalid")
  func badArgument() throws {
    let failure = #expect(throws: StepFailure.self) {
      try LanePlanning(text.replacing("note: {default: \"${version}\"}", with: "note: {type: int}")).plan(
        laneNamed: "release")
    }
    #expect(
      failure?.diagnostics.map { $0.rendered() } == [
        "error: `note` is `<outer>`, expected a whole number\n --> Releasefile:6:9"
      ])
  }

  @Test("receives a secret only as a secret")
  func secrets() throws {
    let text = """
      lanes:
        release:
          parameters: {token: {secret: true}}
          steps: [lane: {lane: inner, with: {key: "${token}"}}]
        inner:
          parameters: {key: {secret: true, required: true}}
          steps: [run: {shell: x, environment: {K: "${key}"}}]

      """
    var planner = try LanePlanning(text).start(laneNamed: "release", arguments: ["token": "hunter2"])
    _ = try planner.nextStage()
    #expect(planner.secrets.byEntry[1]?["K"]?.exposed == "hunter2")

    let failure = #expect(throws: StepFailure.self) {
      try LanePlanning(text.replacing("key: {secret: true, required: true}", with: "key: {}")).plan(
        laneNamed: "release", arguments: ["token": "hunter2"])
    }
    #expect(failure?.underlying as? Failure == .secretInText("token"))
  }

  @Test("keeps its arguments unchanged")
  func data() throws {
    let value = "${version} $(touch canary) `id` \u{1B}[31m\n--force"
    let lines = try LanePlanning(text).plan(laneNamed: "release", arguments: ["note": value]).lines
    #expect(lines == ["<\(value)>", "1.4.2", "\(value) said <\(value)> said 1.4.2"])
  }
}
