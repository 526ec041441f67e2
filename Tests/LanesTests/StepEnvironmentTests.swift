import MartletCore
import TestSupport
import Testing

@testable import Lanes

@Suite("The variables of a step")
struct StepEnvironmentTests {
  private func environment(_ user: [String: String], _ files: String...) throws -> StepEnvironment {
    var environment = StepEnvironment(user)
    for text in files { try environment.add(SourceText(path: ".env", text: text)) }
    return environment
  }

  @Test("are those of the user, then those of the first file")
  func order() throws {
    let environment = try environment(["A": "user"], "A=1\nB=1\nB=2\n", "A=3\nB=3\nC=3\n")
    #expect(["A", "B", "C", "D"].map { environment[$0] } == ["user", "2", "3", nil])
    #expect(environment.variables(ofCommandWithout: ["B"]) == ["A": "user", "C": "3"])
  }

  @Test(
    "do not come from a file of the repository if programs load code or settings by them",
    arguments: [
      "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "GIT_SSH_COMMAND", "GIT_CONFIG_COUNT", "SSH_ASKPASS", "PATH",
      "HOME", "XDG_CONFIG_HOME", "BASH_ENV", "ENV", "SHELLOPTS", "IFS", "PYTHONSTARTUP", "PERL5OPT", "RUBYOPT",
      "NODE_OPTIONS", "JAVA_TOOL_OPTIONS", "LESSOPEN", "GCONV_PATH", "MARTLET_TRUSTED", "TMPDIR",
    ])
  func reserved(name: String) throws {
    let environment = try environment([:], "A=1\n\(name)=evil\n")
    #expect(environment[name] == nil)
    #expect(
      environment.refusal(of: name)?.diagnostics.first?.rendered()
        == """
        error: `\(name)` is set by a file of the repository, but programs load code or settings by it
         --> .env:2:1
        hint: delete this line, or set `\(name)` in the `environment` of the step
        """)
    #expect(throws: Failure.self) { try environment.checkRefusals(except: ["A"]) }
    try environment.checkRefusals(except: [name])
    let own = try self.environment([name: "mine"], "\(name)=evil\n")
    #expect(own[name] == "mine" && own.refusal(of: name) == nil)
  }

  @Test("may have any other name", arguments: ["NODE_ENV", "BUILD_PATH", "MY_GIT_URL", "MATCH_PASSWORD", "PORT", "CI"])
  func free(name: String) throws {
    #expect(try environment([:], "\(name)=1\n")[name] == "1")
  }

  @Test("with secret names are masked, also those of files")
  func secrets() throws {
    let environment = try environment(["A_TOKEN": "one", "B": "two"], "C_KEY=three\nD_KEY=false\n")
    #expect(environment.secrets.map(\.exposed).sorted() == ["one", "three"])
  }
}
