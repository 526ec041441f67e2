import Foundation
import TestSupport
import Testing

@testable import Git

@Suite("A named pipe, a socket or a device among git's files")
struct SpecialFileTests {
  @Test(
    "is refused before it is opened",
    arguments: [
      ".gitignore", ".gitattributes", ".gitmodules", ".mailmap", ".git/HEAD", ".git/config", ".git/index",
      ".git/packed-refs", ".git/shallow", ".git/info/exclude", ".git/info/attributes", ".git/info/grafts",
      ".git/objects/info/alternates", ".git/objects/info/commit-graph", ".git/objects/pack/multi-pack-index",
      ".git/refs/heads/main", ".git/refs/tags/deep/1.0.0", ".git/commondir", ".git/logs/HEAD",
    ])
  func pipe(name: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["file": "1"])
    try sandbox.shell("mkdir -p \"$(dirname \(name))\"; rm -f \(name); mkfifo \(name)")
    #expect(throws: GitError.specialFile("\(sandbox.path)/\(name)")) { try sandbox.repository() }
  }

  @Test("is refused as the target of a link, and as `.git` itself", arguments: ["/dev/zero", "pipe"])
  func links(target: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["file": "1"])
    try sandbox.shell("mkfifo pipe; ln -s \(target) .gitignore")
    #expect(throws: GitError.specialFile("\(sandbox.path)/.gitignore")) { try sandbox.repository() }
    try sandbox.shell("rm -rf .git .gitignore; ln -s \(target) .git")
    #expect(throws: GitError.specialFile("\(sandbox.path)/.git")) { try sandbox.repository() }
  }

  @Test("is refused in the git directory of a linked work tree")
  func workTree() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["file": "1"])
    try sandbox.git("worktree", "add", "-q", "../linked")
    try sandbox.shell("rm .git/worktrees/linked/HEAD; mkfifo .git/worktrees/linked/HEAD")
    #expect(throws: GitError.specialFile("\(sandbox.path)/.git/worktrees/linked/HEAD")) {
      try sandbox.at("linked").repository()
    }
  }

  @Test("is an error where Martlet reads the file itself")
  func own() throws {
    let sandbox = try GitSandbox()
    try sandbox.shell("mkfifo pipe; mkdir folder")
    for name in ["pipe", "folder"] {
      let path = "\(sandbox.path)/\(name)"
      #expect(throws: GitError.failed(task: "read `\(path)`", reason: "it is not a regular file")) {
        try Files.contents(of: path)
      }
    }
    #expect(try Files.contents(of: "\(sandbox.path)/missing") == nil)
  }
}
