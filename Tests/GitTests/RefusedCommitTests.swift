import Git
import MartletCore
import TestSupport
import Testing

@Suite("A refused commit")
struct RefusedCommitTests {
  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n", "b.txt": "one\n"])
    try sandbox.write("a.txt", "two\n")
    try sandbox.write("b.txt", "staged\n")
    try sandbox.git("add", "b.txt")
  }

  private func refusal(_ order: CommitRequest) throws -> GitError? {
    let before = try sandbox.fingerprint()
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.createCommit(order) }
    #expect(try sandbox.fingerprint() == before)
    return error
  }

  @Test("for a moved HEAD changes nothing")
  func headMoved() throws {
    let first = try sandbox.headID()
    let order = try sandbox.order(["a.txt"])
    try sandbox.git("commit", "-q", "-m", "Second")
    #expect(try refusal(order) == .headMoved(expected: first, found: try sandbox.headID()))
  }

  @Test("for a branch that was unborn in the plan changes nothing")
  func born() throws {
    let order = CommitRequest(paths: ["a.txt"], message: "x", expectedHead: nil, now: 0)
    #expect(try refusal(order) == .headMoved(expected: nil, found: try sandbox.headID()))
  }

  @Test("without a change changes nothing")
  func nothing() throws {
    try sandbox.write("a.txt", "one\n")
    let error = try refusal(try sandbox.order(["a.txt"]))
    #expect(error?.diagnostics.first?.message == "nothing to commit: the given files do not differ from HEAD")
  }

  @Test(
    "for its message changes nothing",
    arguments: [("", GitError.emptyMessage), (" \n\t\n", .emptyMessage), ("a\0b", .nulInMessage)])
  func message(text: String, expected: GitError) throws {
    #expect(try refusal(try sandbox.order(["a.txt"], text)) == expected)
  }

  @Test("without an identity suggests how to configure git")
  func identity() throws {
    sandbox.environment = sandbox.environment.filter {
      !$0.key.hasPrefix("GIT_AUTHOR") && !$0.key.hasPrefix("GIT_COMM")
    }
    let error = try refusal(try sandbox.order(["a.txt"]))
    #expect(error == .missingIdentity(.author))
    #expect(
      error?.diagnostics.first?.hint
        == "set them with `git config --global user.name 'Your Name'` and `git config --global user.email you@example.com`"
    )
  }

  @Test("for a path that is not a file changes nothing")
  func noFile() throws {
    try sandbox.write("folder/x", "x")
    try sandbox.link("link", to: "folder")
    #expect(try refusal(try sandbox.order(["folder"])) == .notCommittable("folder", reason: "it is a folder"))
    #expect(
      try refusal(try sandbox.order(["link/x"]))
        == .notCommittable("link/x", reason: "it is beyond the symbolic link `link`"))
  }

  @Test("for a conflict, as in git, changes nothing")
  func conflict() throws {
    try sandbox.git("checkout", "-q", "-f", "-b", "side")
    try sandbox.commit("Side", ["a.txt": "side\n", "b.txt": "side\n"])
    try sandbox.git("checkout", "-q", "main")
    try sandbox.commit("Main", ["a.txt": "main\n", "b.txt": "main\n"])
    _ = try sandbox.attempt("merge", "side")
    try sandbox.write("a.txt", "resolved\n")
    let error = try refusal(try sandbox.order(["a.txt"]))
    #expect(error == .unmergedPaths(["a.txt", "b.txt"]))
    #expect(error?.diagnostics.first?.message == "not merged yet: `a.txt`, `b.txt`")
    #expect(error?.diagnostics.first?.hint == "merge them, then add them with `git add`")
    #expect(try !sandbox.attempt("commit", "-q", "-m", "By git", "--only", "a.txt").succeeded)
  }

  @Test("for a failed content filter changes nothing")
  func filter() throws {
    try sandbox.write(".git/info/attributes", "a.txt filter=broken\n")
    try sandbox.git("config", "filter.broken.clean", "echo 'no key' >&2; false")
    try sandbox.git("config", "filter.broken.required", "true")
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.createCommit(try sandbox.order(["a.txt"])) }
    #expect(error?.diagnostics.first?.message == "git could not make the commit")
    #expect(error?.diagnostics.first?.notes.first == "  no key")
    #expect(error?.diagnostics.first?.notes.last == "  fatal: a.txt: clean filter 'broken' failed")
  }

  @Test("for a concurrent commit keeps that commit, and the index")
  func race() throws {
    let theirs = try sandbox.git("commit-tree", "-p", "HEAD", "-m", "Theirs", "HEAD^{tree}")
    let first = try sandbox.headID()
    try sandbox.hook("pre-commit", "git update-ref refs/heads/main \(theirs)")
    let index = sandbox.folder.bytes(of: "work/.git/index")
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.createCommit(try sandbox.order(["a.txt"])) }
    #expect(error == .referenceMoved("refs/heads/main", expected: first, found: ObjectID(theirs)))
    #expect(try sandbox.git("rev-parse", "HEAD") == theirs)
    #expect(sandbox.folder.bytes(of: "work/.git/index") == index)
    #expect(!sandbox.has(".git/index.lock"))
  }

  @Test("for a HEAD that switches branches moves neither branch")
  func switched() throws {
    let first = try sandbox.headID()
    try sandbox.hook("pre-commit", "git branch side && git symbolic-ref HEAD refs/heads/side")
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.createCommit(try sandbox.order(["a.txt"])) }
    #expect(error == .headMoved(expected: first, found: first))
    #expect(try sandbox.id("main") == first)
    #expect(try sandbox.id("side") == first)
  }

  @Test(
    "for a lock names the file, and keeps the lock",
    arguments: ["index", "refs/heads/main", "HEAD"])
  func locked(name: String) throws {
    try sandbox.write(".git/\(name).lock", "")
    let repository = try sandbox.repository()
    repository.lockPatience = .zero
    let error = #expect(throws: GitError.self) { try repository.createCommit(try sandbox.order(["a.txt"])) }
    guard case .lockHeld(let path, let age) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "\(sandbox.path)/.git/\(name).lock")
    #expect((0..<60).contains(age))
    #expect(sandbox.has(".git/\(name).lock"))
  }
}
