import Git
import MartletCore
import TestSupport
import Testing

@Suite("A created commit")
struct CreateCommitTests {
  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n", "b.txt": "one\n", "sub/c.txt": "one\n"])
  }

  @Test("is identical to git's commit of the same files")
  func sameAsGit() throws {
    let other = try GitSandbox()
    try other.commit("First", ["a.txt": "one\n", "b.txt": "one\n", "sub/c.txt": "one\n"])
    for sandbox in [sandbox, other] {
      try sandbox.write("a.txt", "two\n")
      try sandbox.write("new/d.txt", "new\n")
      try sandbox.remove("sub/c.txt")
    }
    let order = try sandbox.order(["a.txt", "new/d.txt", "sub/c.txt"], "  Second\t\n\n\n# not a comment\nbody  \n\n")
    let id = try sandbox.repository().createCommit(order)
    try other.git("add", "--all")
    try other.git("commit", "-q", "-m", "  Second\t\n\n\n# not a comment\nbody  \n\n")
    #expect(try other.git("rev-parse", "HEAD") == id.hex)
    #expect(try sandbox.git("rev-parse", "HEAD") == id.hex)
    #expect(try sandbox.git("status", "--porcelain") == "")
    #expect(try sandbox.git("reflog", "HEAD") == other.git("reflog", "HEAD"))
    #expect(try sandbox.git("reflog", "main") == other.git("reflog", "main"))
    #expect(try sandbox.git("fsck", "--strict", "--no-dangling") == "")
    #expect(
      try sandbox.git("log", "-g", "-1", "--format=%gn %ge %gd", "--date=raw")
        == other.git("log", "-g", "-1", "--format=%gn %ge %gd", "--date=raw"))
  }

  @Test("does not affect other staged, changed and untracked files")
  func otherWork() throws {
    try sandbox.write("a.txt", "two\n")
    try sandbox.write("b.txt", "staged\n")
    try sandbox.write("staged.txt", "staged\n")
    try sandbox.git("add", "b.txt", "staged.txt")
    try sandbox.write("b.txt", "and changed\n")
    try sandbox.git("rm", "-q", "--cached", "sub/c.txt")
    try sandbox.write("untracked.txt", "mine\n")
    try sandbox.write("intended.txt", "later\n")
    try sandbox.git("add", "--intent-to-add", "intended.txt")
    try sandbox.write("assumed.txt", "as it was\n")
    try sandbox.write("skipped.txt", "as it was\n")
    try sandbox.git("add", "assumed.txt", "skipped.txt")
    try sandbox.git("update-index", "--assume-unchanged", "assumed.txt")
    try sandbox.git("update-index", "--skip-worktree", "skipped.txt")
    let flags = try sandbox.git("ls-files", "-v")
    let before = try sandbox.git("status", "--porcelain")
    #expect(
      before == """
         M a.txt
        A  assumed.txt
        MM b.txt
         A intended.txt
        A  skipped.txt
        A  staged.txt
        D  sub/c.txt
        ?? sub/
        ?? untracked.txt
        """)

    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))

    #expect(try sandbox.git("status", "--porcelain") == before.replacing(" M a.txt\n", with: ""))
    #expect(try sandbox.git("ls-files", "-v") == flags)
    #expect(try sandbox.git("show", "--format=", "--name-status", "HEAD") == "M\ta.txt")
    #expect(try sandbox.git("show", ":b.txt") == "staged")
    #expect(sandbox.read("b.txt") == "and changed\n")
  }

  @Test("contains a file as on disk, not as staged")
  func diskWins() throws {
    try sandbox.write("a.txt", "staged\n")
    try sandbox.git("add", "a.txt")
    try sandbox.write("a.txt", "on disk\n")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))
    #expect(try sandbox.git("show", "HEAD:a.txt") == "on disk")
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test("is the first one of an unborn branch")
  func unborn() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("a.txt", "one\n")
    try sandbox.write("b.txt", "one\n")
    let id = try sandbox.repository().createCommit(try sandbox.order(["a.txt"], "Begin\n\nbody"))
    #expect(try sandbox.repository().head() == .branch("main", id))
    #expect(try sandbox.git("log", "-g", "--format=%gs") == "commit (initial): Begin")
    #expect(try sandbox.git("status", "--porcelain") == "?? b.txt")
    #expect(try sandbox.git("rev-list", "--count", "HEAD") == "1")
  }

  @Test("moves a detached HEAD and no branch")
  func detached() throws {
    let main = try sandbox.git("rev-parse", "main")
    try sandbox.git("checkout", "-q", "--detach")
    try sandbox.write("a.txt", "two\n")
    let id = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))
    #expect(try sandbox.repository().head() == .detached(id))
    #expect(try sandbox.git("rev-parse", "main") == main)
    #expect(try sandbox.git("log", "-g", "-1", "--format=%gs") == "commit: Change")
  }

  @Test("moves the branch of a linked work tree")
  func worktree() throws {
    try sandbox.git("worktree", "add", "-q", "-b", "side", "\(sandbox.folder.path)/side")
    let side = sandbox.at("side")
    let main = try sandbox.git("rev-parse", "main")
    try side.write("a.txt", "two\n")
    let repository = try side.repository()
    #expect(repository.workTree == side.path)
    #expect(repository.commonDirectory == "\(sandbox.path)/.git")
    #expect(repository.gitDirectory == "\(sandbox.path)/.git/worktrees/side")
    let id = try repository.createCommit(try side.order(["a.txt"]))
    #expect(try sandbox.git("rev-parse", "side") == id.hex)
    #expect(try sandbox.git("rev-parse", "main") == main)
    #expect(try side.git("status", "--porcelain") == "")
    #expect(try side.git("log", "-g", "-1", "--format=%gs", "HEAD") == "commit: Change")
  }

  @Test("keeps executable bits and symbolic links")
  func modes() throws {
    try sandbox.setMode(0o755, of: "a.txt")
    try sandbox.remove("b.txt")
    try sandbox.link("b.txt", to: "sub/c.txt")
    try sandbox.link("sub/dangling", to: "nowhere")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt", "b.txt", "sub/dangling"]))
    #expect(
      try sandbox.git("ls-tree", "-r", "--format=%(objectmode) %(path)", "HEAD")
        == "100755 a.txt\n120000 b.txt\n100644 sub/c.txt\n120000 sub/dangling")
    #expect(try sandbox.git("show", "HEAD:b.txt") == "sub/c.txt")
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test("keeps git's mode if the file system has none")
  func noFileMode() throws {
    try sandbox.git("update-index", "--chmod=+x", "a.txt")
    try sandbox.git("commit", "-q", "-m", "Executable")
    try sandbox.git("config", "core.filemode", "false")
    try sandbox.write("a.txt", "two\n")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))
    #expect(try sandbox.git("ls-tree", "--format=%(objectmode)", "HEAD", "a.txt") == "100755")
  }

  @Test("converts line ends by the attributes and settings")
  func lineEnds() throws {
    try sandbox.commit("Attributes", [".gitattributes": "*.txt text\n*.bin -text\n*.win text eol=crlf\n"])
    try sandbox.write("a.txt", "one\r\ntwo\r\n")
    try sandbox.write("x.bin", "one\r\n")
    try sandbox.write("x.win", "one\r\n")
    try sandbox.git("config", "core.autocrlf", "true")
    try sandbox.write("x.auto", "one\r\n")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt", "x.bin", "x.win", "x.auto"]))
    #expect(try sandbox.attempt("show", "HEAD:a.txt").output == Array("one\ntwo\n".utf8))
    #expect(try sandbox.attempt("show", "HEAD:x.bin").output == Array("one\r\n".utf8))
    #expect(try sandbox.attempt("show", "HEAD:x.win").output == Array("one\n".utf8))
    #expect(try sandbox.attempt("show", "HEAD:x.auto").output == Array("one\n".utf8))
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test("runs the user's content filters and encodings")
  func filters() throws {
    try sandbox.git("config", "filter.upper.clean", "tr a-z A-Z")
    try sandbox.commit("Attributes", [".gitattributes": "*.up filter=upper\n*.u16 working-tree-encoding=UTF-16LE\n"])
    try sandbox.write("x.up", "loud\n")
    try sandbox.write("x.u16", Array("hi\n".utf8).flatMap { [$0, 0] })
    _ = try sandbox.repository().createCommit(try sandbox.order(["x.up", "x.u16"]))
    #expect(try sandbox.git("show", "HEAD:x.up") == "LOUD")
    #expect(try sandbox.git("show", "HEAD:x.u16") == "hi")
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test("leaves the index unlocked for the hook after it")
  func postCommitIndex() throws {
    try sandbox.write("a.txt", "two\n")
    try sandbox.hook("post-commit", "unset GIT_INDEX_FILE; echo more > more.txt; git add more.txt")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))
    #expect(try sandbox.git("status", "--porcelain") == "A  more.txt")
  }

  @Test("may turn a folder into a file and a file into a folder")
  func fileAndFolder() throws {
    try sandbox.remove("sub")
    try sandbox.write("sub", "now a file\n")
    try sandbox.remove("a.txt")
    try sandbox.write("a.txt/inside", "now a folder\n")
    _ = try sandbox.repository().createCommit(
      try sandbox.order(["sub", "sub/c.txt", "a.txt/inside", "a.txt"].sorted()))
    #expect(try sandbox.git("ls-tree", "-r", "--name-only", "HEAD") == "a.txt/inside\nb.txt\nsub")
    #expect(try sandbox.git("status", "--porcelain") == "")
  }
}
