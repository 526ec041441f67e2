import Testing

/// A secret has one door: only the gate reads a token from the environment, so that every request passes its rules.
@Suite("The gate for credentials")
struct CredentialTests {
  /// The files that look a variable up whose name is not in the source, with the reason why it is no token for a server.
  private static let others = [
    "Sources/Commands/Runs/RunReportWriter.swift": "paths of files for a CI system",
    "Sources/Commands/Session/TerminalAnswers.swift": "answers to prompts; one with a secret stays out of texts",
    "Sources/Execution/Performers/AppStore/Workspace+AppStore.swift":
      "the id of a key, and the address of a test server",
    "Sources/Git/Branches/BranchClone.swift": "variables that only git gets",
    "Sources/Git/Commits/GivenKey.swift": "the key that signs on this machine",
    "Sources/Git/Repository/GitQuery.swift": "variables of git",
    "Sources/Git/Repository/Repository+Identity.swift": "variables of git",
    "Sources/Git/Repository/Repository+Opening.swift": "variables of git",
    "Sources/Git/Transport/GitTransport.swift": "variables of git",
    "Sources/Lanes/Credentials/CredentialHomes.swift": "addresses of servers",
    "Sources/Lanes/Planning/Checkpoint.swift": "parameters of a restored lane, which keep secrets out of texts",
    "Sources/Lanes/Planning/Draft+Texts.swift": "texts of a lane, which refuse secrets",
    "Sources/Lanes/Planning/Scope.swift": "parameters of a lane, which keep secrets out of texts",
    "Sources/Steps/Guards/EnsureEnvironmentStep.swift": "only whether a variable is set",
  ]

  @Test("is the only code that reads the variables of tokens, passwords and webhooks")
  func oneDoor() throws {
    let files = try SourceFile.below("Sources")
    let readers = files.filter { file in
      !file.path.hasPrefix("Sources/Execution/Workspace/Credentials/")
        && file.code.firstMatch(of: /[eE]nvironment\[[^"\\\]]/) != nil
    }
    #expect(readers.map(\.path) == Self.others.keys.sorted())
    let tokens = try Regex("nvironment\\[\"(GITHUB|GH|GH_ENTERPRISE|GITLAB|FORGEJO|GITEA|CODEBERG|CI_JOB)_TOKEN\"\\]")
    #expect(files.filter { $0.code.firstMatch(of: tokens) != nil }.map(\.path) == [])
  }

  @Test("keeps variables of the repository from every program but the command of a `run` step")
  func repositoryVariables() throws {
    let files = try SourceFile.below("Sources")
    func users(of name: String) -> [String] { files.filter { $0.code.contains(name) }.map(\.stem) }
    #expect(users(of: "ofCommandWithout") == ["Workspace+Programs", "StepEnvironment"])
    #expect(users(of: "commandEnvironment") == ["RunPerformer", "Workspace+Programs"])
  }

  @Test("is opened by the commands that act, and by no other")
  func openedByActing() throws {
    let openers = try SourceFile.below("Sources").filter { $0.code.contains("openCredentials(for: ") }
    #expect(
      openers.map(\.stem) == [
        "FinishCommand", "LaneRunner", "MergedRelease", "ProposeCommand", "RunCommand", "UndoCommand",
      ])
    let calls = try SourceFile.below("Sources").filter { $0.code.contains("credentials.open(") }
    #expect(calls.map(\.stem) == ["Session"])
  }
}
