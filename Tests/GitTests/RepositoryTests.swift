import Foundation
import Git
import TestSupport
import Testing

@Suite("A repository")
struct RepositoryTests {
  @Test("is found from a folder inside it, and only from there")
  func discovery() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("a/b/c.txt", "c")
    sandbox.environment["GIT_DIR"] = "/elsewhere"
    let repository = try Repository(containing: "\(sandbox.path)/a/b", environment: sandbox.environment)
    #expect(repository.workTree == sandbox.path)
    #expect(repository.gitDirectory == "\(sandbox.path)/.git")
    #expect(repository.commonDirectory == repository.gitDirectory)
    #expect(!repository.isBare)
    #expect(!repository.isShallow)
    let outside = sandbox.folder.path
    let error = #expect(throws: GitError.self) { try Repository(containing: outside, environment: [:]) }
    #expect(error == .notARepository(path: outside))
    #expect(
      error?.diagnostics.first?.rendered() == """
        error: `\(outside)` is not in a git repository
        hint: make it one with `git init`, or name the folder of one with `-C DIR`
        """)
  }

  @Test("is known by its real path")
  func links() throws {
    let sandbox = try GitSandbox()
    try sandbox.folder.link("link", to: "work")
    let repository = try Repository(containing: "\(sandbox.folder.path)/link", environment: sandbox.environment)
    #expect(repository.workTree == sandbox.path)
  }

  @Test("may be bare")
  func bare() throws {
    let sandbox = try GitSandbox()
    let remote = try sandbox.addRemote()
    let repository = try Repository(containing: remote.path, environment: sandbox.environment)
    #expect(repository.isBare)
    #expect(repository.workTree == remote.path)
  }

  @Test("of a kind that cannot be read says so", arguments: ["objectformat", "refstorage", "somethingelse"])
  func unsupported(name: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "core.repositoryformatversion", "1")
    try sandbox.git("config", "extensions.\(name)", name == "objectformat" ? "sha256" : "reftable")
    let error = #expect(throws: GitError.self) { try sandbox.repository() }
    guard case .unsupported(let path, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == sandbox.path)
    #expect(reason.contains("extension") || reason.contains("object format"))
  }

  @Test("of another user is refused, with the order that trusts it", .enabled(if: geteuid() == 0))
  func foreignOwner() throws {
    let sandbox = try GitSandbox()
    for path in [sandbox.path, "\(sandbox.path)/.git", "\(sandbox.path)/.git/config"] { chown(path, 12345, 12345) }
    let error = #expect(throws: GitError.self) { try sandbox.repository() }
    #expect(error == .foreignOwner(path: sandbox.path))
    #expect(
      error?.diagnostics.first?.rendered() == """
        error: the repository `\(sandbox.path)` belongs to another user, and git does not trust it
        hint: trust it with `git config --global --add safe.directory '\(sandbox.path)'`
        """)
  }
}
