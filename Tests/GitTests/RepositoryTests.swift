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
    // Hooks run like this.
    sandbox.environment["GIT_DIR"] = "\(sandbox.path)/.git"
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

  @Test("is identified by its real path")
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

  @Test("with an extension that git does not know is an error with git's reason")
  func unsupported() throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "core.repositoryformatversion", "1")
    try sandbox.git("config", "extensions.somethingelse", "1")
    let error = #expect(throws: GitError.self) { try sandbox.repository() }
    #expect(
      error == .unusable(path: sandbox.path, reason: "unknown repository extension found: somethingelse"))
  }

  @Test(
    "with a harmless extension is read",
    arguments: [
      ("preciousObjects", "true"), ("partialClone", "origin"), ("worktreeConfig", "true"),
    ])
  func harmlessExtension(name: String, value: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "core.repositoryformatversion", "1")
    try sandbox.git("config", "extensions.\(name)", value)
    #expect(try sandbox.repository().workTree == sandbox.path)
  }

  @Test(
    "is the one that git's variables select",
    arguments: [("GIT_DIR", "/elsewhere"), ("GIT_DIR", "../other"), ("GIT_WORK_TREE", "/")])
  func misleadingVariable(name: String, value: String) throws {
    let sandbox = try GitSandbox()
    sandbox.environment[name] = value
    let error = #expect(throws: GitError.self) { try sandbox.repository() }
    #expect(error == .misleadingVariable(name, value: value))
    #expect(
      error?.diagnostics.first?.rendered() == """
        error: `\(name)` is set to `\(value)`, expected it to be unset: Martlet uses the repository of the folder
        hint: remove it with `unset \(name)`, and name the folder with `-C DIR`
        """)
  }

  @Test("of another user is refused, with the command that allows it", .enabled(if: geteuid() == 0))
  func foreignOwner() throws {
    let sandbox = try GitSandbox()
    for path in [sandbox.path, "\(sandbox.path)/.git", "\(sandbox.path)/.git/config"] { chown(path, 12345, 12345) }
    let error = #expect(throws: GitError.self) { try sandbox.repository() }
    #expect(error == .foreignOwner(path: sandbox.path))
    #expect(
      error?.diagnostics.first?.rendered() == """
        error: the repository `\(sandbox.path)` belongs to another user, so git refuses to use it
        hint: allow it with `git config --global --add safe.directory '\(sandbox.path)'`
        """)
  }
}
