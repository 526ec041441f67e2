import Foundation
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("The secrets of a lane", .timeLimit(.minutes(30)))
struct RunRedactionTests {
  private let fixture: RunFixture
  private static let canary = "canary/7f3a \"x\" é+?"

  init() throws { fixture = try RunFixture() }

  @Test(
    "are masked in the output of commands, in every form",
    arguments: [
      "printf '%s\\n' \"$T\"", "printf '%s\\n' \"$T\" >&2", "printf %s \"$T\"", "env",
      "printf %s \"$T\" | base64", "printf 'user:%s' \"$T\" | base64", "printf '%s:x' \"$T\" | base64 | tr '+/' '-_'",
      // One byte per write.
      "printf %s \"$T\" | dd bs=1 2>/dev/null", "printf '<%s>\\n' \"$T\" | dd bs=1 2>/dev/null",
      // Half on each stream, which a reader sees as one.
      "printf %s \"${T%??????????}\"; printf %s \"${T#??????????}\" >&2",
    ])
  func everyForm(script: String) throws {
    let secrets = RunSecrets(byEntry: [2: ["T": Secret(Self.canary)]], known: [])
    let outcome = try fixture.outcome(of: .shell(script), secrets: secrets)
    #expect(outcome.error == nil)
    let shown = outcome.lines.joined(separator: "\n")
    #expect(shown.contains("***"))
    #expect(!shown.contains("canary") && !shown.contains("7f3a"))
    for form in SecretForms(of: Self.canary).all {
      #expect(!shown.utf8.contains(form))
    }
  }

  @Test("are masked even if no command received them by name")
  func unnamed() throws {
    let secrets = RunSecrets(byEntry: [1: ["T": Secret("other-step")]], known: [Secret("answer-42")])
    var fixture = fixture
    fixture.environment["NPM_TOKEN"] = "inherited-1"
    let command = CommandRun.shell(
      "echo $NPM_TOKEN $DEPLOY_KEY answer-42 other", variables: ["DEPLOY_KEY": "declared-2"])
    #expect(try fixture.outcome(of: command, secrets: secrets).lines == ["*** *** *** other"])
  }

  @Test("of several lines are masked line by line and with other line ends")
  func severalLines() throws {
    let key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQ==\n-----END KEY-----\n"
    let secrets = RunSecrets(byEntry: [2: ["T": Secret(key)]], known: [])
    let script = "printf %s \"$T\"; echo; printf %s \"$T\" | sed 's/^/  /'; printf %s \"$T\" | tr '\\n' '\\r'"
    let outcome = try fixture.outcome(of: .shell(script), secrets: secrets)
    let shown = outcome.lines.joined(separator: "\n")
    #expect(!shown.contains("KEY") && !shown.contains("MII") && !shown.contains("kqh"))
  }

  @Test("are masked in the message about a failed command")
  func failure() throws {
    let secrets = RunSecrets(byEntry: [:], known: [Secret("answer-42")])
    #expect(
      try fixture.outcome(of: .program("false", "--password=answer-42"), secrets: secrets).error == """
        error: `false --password=***` failed: exit status 1
        stopped at entry 2, run; nothing is public, and everything was undone
        """)
  }

  @Test("that are too short to be masked are reported, but not shown")
  func short() throws {
    let secrets = RunSecrets(byEntry: [2: ["T": Secret("1234"), "A": Secret("true"), "E": Secret("")]], known: [])
    let outcome = try fixture.outcome(of: .shell("echo $T true"), secrets: secrets)
    #expect(outcome.lines == ["1234 true"])
    #expect(
      outcome.warnings
        == ["A", "T"].map {
          "the secret in `\($0)` is shorter than 5 characters, so it is not masked in command output"
        })
  }
}
