import Processes
import TestSupport
import Testing

@testable import Git

@Suite("A git directory among files")
struct PlacementTests {
  private let sandbox: GitSandbox

  /// A clone with the folder `sub`, which is a git directory whose work tree is the clone.
  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n"])
    try sandbox.git("init", "--quiet", "--bare", "sub")
    try sandbox.git("--git-dir=sub", "config", "core.bare", "false")
    try sandbox.git("--git-dir=sub", "config", "core.worktree", "..")
    try sandbox.git("--git-dir=sub", "config", "remote.origin.url", "https://other.example/x.git")
  }

  @Test("is the one that git uses")
  func both() throws {
    let repository = try Repository(containing: "\(sandbox.path)/sub", environment: sandbox.environment)
    #expect(repository.gitDirectory.hasSuffix("/sub"))
    let result = try repository.gitProgram.command(["config", "remote.origin.url"]).run()
    #expect(result.outputText == "https://other.example/x.git")
  }

  @Test("is refused if `safe.bareRepository` is `explicit`, as by git")
  func explicit() throws {
    var environment = sandbox.environment
    environment.merge(
      ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.bareRepository", "GIT_CONFIG_VALUE_0": "explicit"]) { $1 }
    let error = #expect(throws: GitError.self) {
      try Repository(containing: "\(sandbox.path)/sub", environment: environment)
    }
    #expect(error == .bareRepositoryRefused("\(sandbox.path)/sub"))
    _ = try Repository(containing: sandbox.path, environment: environment)
  }
}
