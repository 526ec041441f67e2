import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("The names of a lane")
struct ScopeTests {
  private let text = """
    lanes:
      release:
        parameters:
          channel: {type: choice, values: [stable, beta], default: stable, env: CHANNEL}
          draft: {type: bool}
          note: {default: "${version} ${env.HOME}"}
          plain: {}
        steps:
          - message: ${channel}|${draft}|${note}|${plain}
      strict:
        parameters: {name: {required: true, env: NAME}, other: {required: true}}
        steps: [message: "${name} ${other}"]
      hidden:
        private: true
        steps: [message: hello]
    """

  private func line(_ arguments: [String: String], _ environment: [String: String] = [:]) throws -> String? {
    var workspace = project
    workspace.environment = StepEnvironment(environment.merging(["HOME": "/h${version}"]) { $1 })
    return try LanePlanning(text, in: workspace).plan(laneNamed: "release", arguments: arguments).lines.first
  }

  @Test("are the argument, the variable, the default, or empty, in this order")
  func order() throws {
    #expect(try line([:]) == "stable|false|1.4.2 /h${version}|")
    #expect(try line([:], ["CHANNEL": "beta"]) == "beta|false|1.4.2 /h${version}|")
    #expect(
      try line(["channel": "stable", "draft": "yes", "plain": "x"], ["CHANNEL": "beta"])
        == "stable|true|1.4.2 /h${version}|x")
  }

  @Test(
    "are refused if they are wrong",
    arguments: [
      (
        "release", ["chanel": "beta"],
        "lane `release` has no parameter `chanel`, expected one of `channel`, `draft`, `note`, `plain`"
      ),
      ("release", ["channel": "alpha"], "`channel` is `alpha`, expected one of `stable`, `beta`"),
      ("strict", ["other": "x"], "missing argument `name` for lane `strict`, expected text"),
      ("hidden", [:], "lane `hidden` is private, expected a public lane"),
      ("relaese", [:], "unknown lane `relaese`, expected one of `release`, `strict`"),
    ])
  func refuses(_ lane: String, _ arguments: [String: String], _ expected: String) {
    let error = #expect(throws: Failure.self) { try LanePlanning(text).plan(laneNamed: lane, arguments: arguments) }
    #expect(error?.diagnostics.map(\.message) == [expected])
  }
}
