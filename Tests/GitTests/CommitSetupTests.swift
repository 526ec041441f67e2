import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("A commit and a tag, in an unusual set-up,")
struct CommitSetupTests {
  /// What git's and Martlet's commands have left: the objects, the references, the index and the work tree.
  private struct Result: Equatable {
    let commit, tag, head, index, status: String
  }

  private func sandbox(_ setup: CommitSetup) throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n", "b.txt": "one\n", "sub/c.txt": "one\n", "other/d.txt": "one\n"])
    try sandbox.write("a.txt", "two\n")
    sandbox.environment["GIT_CONFIG_GLOBAL"] = nil
    if setup.namesNobody {
      for role in ["AUTHOR", "COMMITTER"] {
        for part in ["NAME", "EMAIL"] { sandbox.environment["GIT_\(role)_\(part)"] = nil }
      }
      let before = sandbox.environment
      // For the commands that make the set-up.
      sandbox.environment.merge(["EMAIL": "setup@setup.example"]) { old, _ in old }
      try sandbox.shell(setup.script)
      sandbox.environment = before
    } else {
      try sandbox.shell(setup.script)
    }
    sandbox.environment.merge(setup.environment) { $1 }
    return sandbox
  }

  /// The objects without the bytes of a signature, because each repository has a key of its own.
  private func result(_ sandbox: GitSandbox) throws -> Result {
    func object(_ kind: String, _ name: String) throws -> String {
      try sandbox.attempt("cat-file", kind, name).outputText.replacing(/(?m)^ ?[A-Za-z0-9+\/=]{60,70}\n?/, with: "")
        .replacing(/(?m)^ ?[A-Za-z0-9+\/=]+\n(?= ?-----END)/, with: "")
    }
    // The ids of signed commits differ.
    let isSigned = try sandbox.git("cat-file", "commit", "HEAD").contains("SIGNATURE")
    let tag = try object("tag", "v1").split(separator: "\n").dropFirst(isSigned ? 1 : 0).joined(separator: "\n")
    return Result(
      commit: try object("commit", "HEAD"), tag: tag, head: try sandbox.attempt("symbolic-ref", "HEAD").outputText,
      index: try sandbox.git("ls-files", "--stage", "-v"),
      status: try sandbox.attempt("status", "--porcelain").outputText)
  }

  private let message = "Subject\n\n# Notes\n; one  \n\n\n- é\n"

  @Test("are those of `git commit --only` and `git tag`, or fail as these do", arguments: CommitSetup.all)
  func asGit(setup: CommitSetup) throws {
    let (own, twin) = (try sandbox(setup), try sandbox(setup))
    try twin.write("../message", message)
    let made = try twin.attempt("commit", "-q", "--only", "-F", "../message", "--", "a.txt").succeeded
    let tagged =
      try made && twin.attempt("tag", "--cleanup=whitespace", "-F", "../message", "v1", "HEAD").succeeded
    let repository = try own.repository()
    var done: [String] = []
    do {
      let commit = try repository.createCommit(try own.order(["a.txt"], message))
      done.append("commit")
      _ = try repository.createTag(TagRequest(name: "v1", commit: commit, message: message, now: 1_800_000_000))
      done.append("tag")
    } catch {
      done.append("\(error)")
    }
    #expect(
      done.prefix { ["commit", "tag"].contains($0) } == (tagged ? ["commit", "tag"] : made ? ["commit"] : []), "\(done)"
    )
    #expect(try result(own) == result(twin))
    #expect(!own.has(".git/index.lock"))
  }
}
