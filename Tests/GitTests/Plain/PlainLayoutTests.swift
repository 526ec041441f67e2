import TestSupport
import Testing
import TextEditing
import Versioning

@testable import Git

@Suite("A repository that is read without libgit2")
struct PlainLayoutTests {
  /// A repository with a remote and something of everything that is asked for.
  private func world() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitignore", "*.log\n")
    try sandbox.write("folder/a", "a\n")
    try sandbox.commit("First")
    try sandbox.git("tag", "1.0.0")
    try sandbox.git("tag", "-a", "-m", "Second", "2.0.0")
    try sandbox.git("tag", "tree", "HEAD^{tree}")
    try sandbox.git("remote", "add", "origin", "https://example.com/a.git")
    try sandbox.git("remote", "add", "other", "short:a.git")
    try sandbox.git("config", "url.https://example.org/.insteadOf", "short:")
    try sandbox.git("update-ref", "refs/remotes/origin/main", "HEAD")
    return sandbox
  }

  /// All that is read of it.
  private func answers(_ sandbox: GitSandbox) throws -> [String] {
    let repository = try sandbox.repository()
    let destination = Repository.PushDestination(remote: "origin", reference: "refs/heads/main")
    return [
      repository.workTree, repository.gitDirectory, repository.commonDirectory, "\(repository.isBare)",
      "\(try repository.head())", "\(String(describing: repository.ongoingOperation))", "\(try repository.tags())",
      "\(try repository.tagTargets().sorted { $0.name < $1.name })", "\(try repository.remoteNames())",
      "\(try repository.remoteNames().map { try repository.remoteURL($0)?.redacted })",
      "\(try repository.remoteURL("none")?.redacted ?? "none")", repository.url(behind: "short:x").redacted,
      "\(String(describing: try repository.trackedHead(of: destination)))",
      "\(String(describing: try repository.pushDestination(ofBranch: "main")))",
      "\(try repository.remoteBranches().map { "\($0)" })", "\(try repository.status())",
      "\(try repository.filePaths())",
      "\(try repository.replacements().count)",
      "\(try ["HEAD", "main", "1.0.0", "2.0.0", "tree", "origin/main", "none"].map { try repository.commit(named: $0)?.hex })",
      "\(repository.configurationValues("user.name"))", "\(try repository.isIgnored("x.log"))",
    ]
  }

  private static let changes = [
    ":", "git gc -q", "git pack-refs --all; git tag 3.0.0", "git checkout -q --detach", "git checkout -q --orphan new",
    "echo x >new; echo b >folder/a; git add folder/a", "git commit -q --allow-empty -m More", "echo x >x.log",
    "git replace HEAD $(git commit-tree -m Other HEAD^{tree})",
    "git config remote.origin.fetch +refs/heads/main:refs/kept/main",
    "git config url.ssh://push/.pushInsteadOf https://example.com/", "git config remote.origin.pushurl short:b.git",
    "git config remote.origin.url ''", "touch .git/MERGE_HEAD", "mkdir .git/rebase-merge", "touch .git/BISECT_LOG",
  ]

  @Test("says the same as through libgit2", arguments: changes)
  func same(script: String) throws {
    let sandbox = try world()
    #expect(try sandbox.run("sh", ["-ec", script]).succeeded)
    #expect(try sandbox.repository().plain != nil)
    let plain = try answers(sandbox)
    try sandbox.git("config", "include.path", "none")
    #expect(try sandbox.repository().plain == nil)
    #expect(try answers(sandbox) == plain)
  }

  @Test(
    "is an ordinary one: nothing in it leads elsewhere or has another meaning",
    arguments: [
      "git config include.path more", "git config core.worktree ..", "git config core.bare true",
      "git config extensions.worktreeConfig true", "git config extensions.unknown true", "rm -r .git/refs",
      "git config core.repositoryFormatVersion 2", "echo '[broken' >>.git/config", "mv .git real; ln -s real .git",
      "mv .git real; echo 'gitdir: real' >.git", "echo .. >.git/commondir", "touch HEAD",
    ])
  func ordinary(script: String) throws {
    let sandbox = try world()
    #expect(
      PlainLayout(containing: "\(sandbox.path)/folder", environment: sandbox.environment)?.workTree == sandbox.path)
    #expect(try sandbox.run("sh", ["-ec", script]).succeeded)
    #expect(PlainLayout(containing: "\(sandbox.path)/folder", environment: sandbox.environment) == nil)
  }

  @Test("is found from where git finds it")
  func found() throws {
    let sandbox = try world()
    #expect(PlainLayout(containing: "\(sandbox.path)/.git/objects", environment: sandbox.environment) == nil)
    #expect(PlainLayout(containing: "/", environment: sandbox.environment) == nil)
    #expect(PlainLayout(containing: "\(sandbox.path)/none", environment: sandbox.environment) == nil)
    try sandbox.link("way", to: "folder")
    #expect(PlainLayout(containing: "\(sandbox.path)/way", environment: sandbox.environment)?.workTree == sandbox.path)
    try sandbox.git("worktree", "add", "-q", "--detach", "linked")
    #expect(PlainLayout(containing: "\(sandbox.path)/linked", environment: sandbox.environment) == nil)
    #expect(try sandbox.run("sh", ["-ec", "git init -q inner"]).succeeded)
    let inner = PlainLayout(containing: "\(sandbox.path)/inner", environment: sandbox.environment)
    #expect(inner?.workTree == "\(sandbox.path)/inner")
    #expect(PlainLayout(containing: sandbox.path, environment: ["GIT_CEILING_DIRECTORIES": "/"]) == nil)
  }

  @Test("hears of what changes in its settings")
  func settings() throws {
    let sandbox = try world()
    let repository = try sandbox.repository()
    #expect(repository.configuration("test.key") == nil)
    try sandbox.git("config", "test.key", "1")
    #expect(repository.configuration("test.key") == "1")
    try sandbox.write("more", "[test]\nkey = 2\n")
    try sandbox.git("config", "include.path", "../more")
    #expect(repository.configuration("test.key") == "2")
  }
}
