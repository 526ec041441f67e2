import Git
import MartletCore
import TestSupport
import Testing

@Suite("HEAD")
struct HeadTests {
  @Test("names a branch, an unborn branch or a commit")
  func kinds() throws {
    let sandbox = try GitSandbox()
    #expect(try sandbox.repository().head() == .unborn("main"))
    try sandbox.commit("First")
    let id = try sandbox.id("HEAD")
    #expect(try sandbox.repository().head() == .branch("main", id))
    try sandbox.git("checkout", "-q", "-b", "team/a;b")
    try sandbox.git("pack-refs", "--all")
    #expect(try sandbox.repository().head() == .branch("team/a;b", id))
    try sandbox.git("checkout", "-q", "--detach")
    #expect(try sandbox.repository().head() == .detached(id))
    #expect(try sandbox.repository().head().branch == nil)
  }

  @Test("is read again after each change by others, although git has read it before")
  func changes() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First")
    let repository = try sandbox.repository()
    let changes = [
      ["commit", "-q", "--allow-empty", "-m", "Second"], ["commit", "-q", "--allow-empty", "--amend", "-m", "Other"],
      ["pack-refs", "--all"], ["reset", "-q", "HEAD~1"], ["checkout", "-q", "-b", "other"],
      ["commit", "-q", "--allow-empty", "-m", "Third"], ["branch", "-m", "renamed"], ["checkout", "-q", "--detach"],
      ["commit", "-q", "--allow-empty", "-m", "Fourth"], ["checkout", "-q", "main"], ["tag", "refs/heads/main"],
      ["update-ref", "-d", "refs/heads/main"], ["checkout", "-q", "renamed"],
      ["symbolic-ref", "HEAD", "refs/heads/new"],
    ]
    #expect(try repository.head() == .branch("main", sandbox.id("HEAD")))
    for change in changes {
      #expect(try sandbox.run("git", change).succeeded, "\(change)")
      let branch = try sandbox.git("branch", "--show-current")
      let reference = branch.isEmpty ? "HEAD" : "refs/heads/\(branch)"
      let shown = try sandbox.attempt("show-ref", "--verify", "--hash", "--head", reference)
      let commit = shown.succeeded ? ObjectID(shown.outputText) : nil
      let expected = commit.map { branch.isEmpty ? .detached($0) : .branch(branch, $0) } ?? HeadState.unborn(branch)
      #expect(try repository.head() == expected, "\(change)")
      #expect(try repository.head() == expected, "\(change)")
    }
  }

  @Test("is restored with the index, without a trace", arguments: [true, false])
  func undo(isDetached: Bool) throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n", "b.txt": "one\n", "gone.txt": "one\n"])
    if isDetached { try sandbox.git("checkout", "-q", "--detach") }
    let first = try sandbox.id("HEAD")
    try sandbox.write("b.txt", "staged\n")
    try sandbox.git("add", "b.txt")
    try sandbox.write("a.txt", "two\n")
    try sandbox.write("new.txt", "new\n")
    try sandbox.remove("gone.txt")
    let before = try sandbox.git("status", "--porcelain")
    let paths: [RelativePath] = ["a.txt", "gone.txt", "new.txt"]
    let repository = try sandbox.repository()
    let id = try repository.createCommit(try sandbox.order(paths))

    try repository.moveHead(from: id, to: first, message: "martlet: undo", now: 1_800_000_000)
    try repository.resetIndex(paths, to: first)

    #expect(try sandbox.git("status", "--porcelain") == before)
    #expect(try repository.head() == (isDetached ? .detached(first) : .branch("main", first)))
    #expect(try sandbox.git("log", "-g", "-1", "--format=%gs") == "martlet: undo")
    #expect(sandbox.read("a.txt") == "two\n")
    let error = #expect(throws: GitError.self) {
      try repository.moveHead(from: id, to: first, message: "again", now: 0)
    }
    #expect(error == .headMoved(expected: id, found: first))
  }

  @Test("can become unborn again", arguments: [true, false])
  func unborn(isPacked: Bool) throws {
    let sandbox = try GitSandbox()
    try sandbox.write("a.txt", "one\n")
    let repository = try sandbox.repository()
    let id = try repository.createCommit(try sandbox.order(["a.txt"]))
    if isPacked { try sandbox.git("pack-refs", "--all") }
    try repository.moveHead(from: id, to: nil, message: "martlet: undo", now: 0)
    try repository.resetIndex(["a.txt"], to: nil)
    #expect(try repository.head() == .unborn("main"))
    #expect(try sandbox.git("status", "--porcelain") == "?? a.txt")
  }

  @Test("that is detached stays detached")
  func detached() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First")
    try sandbox.git("checkout", "-q", "--detach")
    let id = try sandbox.id("HEAD")
    let error = #expect(throws: GitError.self) {
      try sandbox.repository().moveHead(from: id, to: nil, message: "", now: 0)
    }
    #expect(
      error?.diagnostics.first?.message
        == "git could not move HEAD: it is detached and can only move to another commit")
  }
}
