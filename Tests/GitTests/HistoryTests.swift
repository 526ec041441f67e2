import Git
import MartletCore
import TestSupport
import Testing

@Suite("The history")
struct HistoryTests {
  @Test("matches `git log`")
  func commit() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\r\n", "sub/é.txt": "two\n"])
    let first = try sandbox.id("HEAD")
    try sandbox.commit("A subject\non two lines\n\nThe body é.\n")
    let commit = try sandbox.repository().commit(try sandbox.id("HEAD"))
    #expect(commit.parents == [first])
    #expect(try commit.tree == sandbox.id("HEAD^{tree}"))
    #expect(commit.message == "A subject\non two lines\n\nThe body é.\n")
    #expect(try commit.subject == sandbox.git("log", "-1", "--format=%s"))
    #expect(commit.author == Identity(name: "A. Author", email: "author@example.com", time: 1_767_225_600, offset: 60))
    #expect(commit.committer.rawTime == "1767225660 -0330")
    let repository = try sandbox.repository()
    #expect(try repository.contents(of: "a.txt", in: first) == Array("one\r\n".utf8))
    #expect(try repository.contents(of: "sub/é.txt", in: first) == Array("two\n".utf8))
    #expect(try repository.contents(of: "sub", in: first) == nil)
    #expect(try repository.contents(of: "none", in: first) == nil)
  }

  @Test("may be in another encoding")
  func encoding() throws {
    let sandbox = try GitSandbox()
    try sandbox.folder.write("message", [0x47, 0x72, 0xFC, 0xDF, 0x65])
    try sandbox.git(
      "-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "--allow-empty", "-F", "\(sandbox.folder.path)/message")
    #expect(try sandbox.repository().commit(try sandbox.id("HEAD")).subject == "Grüße")
  }

  /// main: 1 - 2 - merge - 4, side: 1 - 3 - merge.
  private func merged() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.commit("1", ["a": "1"])
    try sandbox.git("tag", "one")
    try sandbox.git("checkout", "-q", "-b", "side")
    try sandbox.commit("3", ["b": "3"])
    try sandbox.git("checkout", "-q", "main")
    try sandbox.commit("2", ["a": "2"])
    try sandbox.git("tag", "two")
    try sandbox.git("merge", "-q", "--no-edit", "side")
    try sandbox.commit("4", ["a": "4"])
    return sandbox
  }

  @Test("finds ancestors, counts and lists like git")
  func walks() throws {
    let sandbox = try merged()
    let repository = try sandbox.repository()
    let (main, side, one, two) = (
      try sandbox.id("main"), try sandbox.id("side"), try sandbox.id("one"), try sandbox.id("two")
    )
    #expect(try repository.isAncestor(side, of: main))
    #expect(try repository.isAncestor(main, of: main))
    #expect(try !repository.isAncestor(main, of: side))
    #expect(try !repository.isAncestor(two, of: side))
    #expect(try repository.countOfCommits(reachableFrom: main) == 5)
    #expect(try repository.countOfCommits(reachableFrom: one) == 1)
    let listed = try sandbox.git("rev-list", "--topo-order", "main", "^two").split(separator: "\n").map(String.init)
    #expect(try repository.commits(reachableFrom: main, notFrom: [two]).map(\.hex) == listed)
    let missing = try #require(ObjectID(String(repeating: "1", count: 40)))
    #expect(throws: GitError.noSuchObject(missing)) { try repository.commit(missing) }
  }

  @Test("of a shallow clone ends at its boundary", arguments: [1, 2, 3])
  func shallow(depth: Int) throws {
    let sandbox = try merged()
    let remote = try sandbox.addRemote()
    try sandbox.git("push", "-q", "origin", "main")
    let clone = try sandbox.clone(remote, as: "shallow", "--depth=\(depth)", "--branch=main")
    let repository = try clone.repository()
    #expect(repository.isShallow)
    let head = try clone.id("HEAD")
    let count = try clone.git("rev-list", "--count", "HEAD")
    #expect(try String(repository.countOfCommits(reachableFrom: head)) == count)
    let listed = Set(try clone.git("rev-list", "HEAD").split(separator: "\n").map(String.init))
    #expect(try Set(repository.commits(reachableFrom: head, notFrom: []).map(\.hex)) == listed)
    #expect(try !repository.isAncestor(try sandbox.id("one"), of: head))
  }
}
