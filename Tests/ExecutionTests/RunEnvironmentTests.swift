import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("The environment of a command of a lane")
struct RunEnvironmentTests {
  private var fixture: RunFixture

  init() throws { fixture = try RunFixture() }

  @Test("contains the user's variables, the facts, the step's variables, and the secrets that it names")
  func whole() throws {
    var fixture = fixture
    fixture.environment = ["PATH": "/usr/bin:/bin", "HOME": "/home/ann", "MODE": "slow"]
    let command = CommandRun(
      .vector(["env"]), directory: nil,
      environment: {
        var environment = CommandEnvironment()
        environment.values = ["MARTLET_VERSION": "1.1.0", "MODE": "a=b c"]
        environment.secrets = ["T": "answer"]
        return environment
      }(), outputs: [], terms: CommandPolicy())
    let secrets = RunSecrets(
      byEntry: [2: ["T": Secret("1234")], 3: ["U": Secret("other")]], known: [Secret("unnamed")])
    #expect(
      Set(try fixture.outcome(of: command, secrets: secrets).lines) == [
        "PATH=/usr/bin:/bin", "HOME=/home/ann", "MODE=a=b c", "MARTLET_VERSION=1.1.0", "T=1234",
      ])
  }

  @Test("passes values without inserting them into a shell's text")
  func hostile() throws {
    let values = ["$(touch canary)", "`touch canary`", "'; touch canary; '", "a\nb", "-n", "\u{1B}[2J"]
    for value in values {
      let outcome = try fixture.outcome(of: .shell("printf %s \"$VALUE\"", variables: ["VALUE": value]))
      #expect(outcome.lines == value.split(separator: "\n").map(String.init))
      #expect(try fixture.outcome(of: .program("printf", "%s", value)).lines == outcome.lines)
    }
    #expect(!fixture.sandbox.has("canary"))
  }

  @Test("contains nothing that can be read from standard input")
  func input() throws {
    #expect(try fixture.outcome(of: .program("cat")).lines == [])
  }
}
