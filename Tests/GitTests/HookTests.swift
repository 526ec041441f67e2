import Foundation
import Git
import Processes
import TestSupport
import Testing

@Suite("The hooks of a commit")
struct HookTests {
  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n", "b.txt": "one\n"])
    try sandbox.write("a.txt", "two\n")
  }

  private func refusal() throws -> GitError? {
    let before = try sandbox.fingerprint()
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.createCommit(try sandbox.order(["a.txt"])) }
    #expect(try sandbox.fingerprint() == before)
    return error
  }

  @Test(
    "stop it if they fail, print their output, and change nothing",
    arguments: ["pre-commit", "prepare-commit-msg", "commit-msg"])
  func failing(name: String) throws {
    try sandbox.hook(name, "echo no; echo 'line too long' >&2; exit 3")
    let error = try refusal()
    #expect(error == .hookFailed(name: name, how: "exit status 3", output: "no\nline too long"))
    #expect(
      error?.diagnostics.first?.rendered()
        == "error: the hook `\(name)` refused the commit with exit status 3\n  no\n  line too long")
  }

  @Test("may fail after the commit")
  func postCommit() throws {
    try sandbox.hook("post-commit", "git rev-parse HEAD > seen; exit 1")
    let id = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))
    #expect(sandbox.read("seen") == "\(id)\n")
  }

  @Test("see the index of the commit, not other staged changes")
  func preCommitIndex() throws {
    try sandbox.write("b.txt", "staged\n")
    try sandbox.git("add", "b.txt")
    try sandbox.hook(
      "pre-commit",
      "git diff --cached --name-only > .git/seen; git diff-files --name-only >> .git/seen; pwd >> .git/seen")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))
    // The other staged file differs from HEAD on disk, too, so git would show it.
    #expect(sandbox.read(".git/seen") == "a.txt\nb.txt\n\(sandbox.path)\n")
    #expect(try sandbox.git("status", "--porcelain") == "M  b.txt")
  }

  @Test("may change the commit's content")
  func preCommitEdits() throws {
    try sandbox.hook("pre-commit", "echo formatted > a.txt; echo more > generated.txt; git add a.txt generated.txt")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))
    #expect(try sandbox.git("show", "HEAD:a.txt") == "formatted")
    #expect(try sandbox.git("show", "HEAD:generated.txt") == "more")
    // As after `git commit --only`: the hook has changed the index of the commit.
    #expect(try sandbox.git("status", "--porcelain") == "MM a.txt\nD  generated.txt\n?? generated.txt")
  }

  @Test("may change the message")
  func messages() throws {
    try sandbox.hook("prepare-commit-msg", "echo \"$2 $#\" >> \"$1\"")
    try sandbox.hook(
      "commit-msg", "printf '\\n\\n\\nReviewed-by: Hook   \\n\\n' >> \"$1\"; test -f \"$GIT_INDEX_FILE\"")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt"], "Subject\n\nBody"))
    #expect(try sandbox.git("log", "-1", "--format=%B") == "Subject\n\nBody\nmessage 2\n\nReviewed-by: Hook")
    #expect(try sandbox.git("log", "-g", "-1", "--format=%gs") == "commit: Subject")
  }

  @Test("may empty the message, which stops it")
  func emptied() throws {
    try sandbox.hook("commit-msg", ": > \"$1\"")
    #expect(try refusal() == .emptyMessage)
  }

  @Test("are taken from core.hooksPath, below the work tree or the home folder", arguments: ["hooks", "~/hooks"])
  func hooksPath(setting: String) throws {
    try sandbox.hook("pre-commit", "echo wrong; exit 1")
    try sandbox.git("config", "core.hooksPath", setting)
    try sandbox.folder.writeScript(
      setting == "hooks" ? "work/hooks/pre-commit" : "home/hooks/pre-commit", "echo right; exit 1")
    guard case .hookFailed("pre-commit", _, "right") = try refusal() else {
      Issue.record("another hook ran")
      return
    }
  }

  @Test("find no lock after the commit, and may use git")
  func postCommitLock() throws {
    try sandbox.write("b.txt", "staged\n")
    try sandbox.hook(
      "post-commit",
      "ls .git/*.lock .git/refs/heads/*.lock > .git/locks 2> /dev/null; git add b.txt || touch .git/failed")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))
    #expect(sandbox.read(".git/locks") == "")
    #expect(!sandbox.has(".git/failed"))
    #expect(try sandbox.git("status", "--porcelain") == "M  b.txt")
  }

  @Test(
    "are ended with their children when this process receives a signal",
    .timeLimit(.minutes(30)), arguments: ["pre-commit", "prepare-commit-msg", "commit-msg"])
  func interrupted(name: String) throws {
    let started = "\(sandbox.folder.path)/started"
    try sandbox.hook(name, "sleep 600 & touch '\(started)'; wait")
    let before = try sandbox.fingerprint()
    let repository = try sandbox.repository()
    let interruption = try Interruption()
    repository.interruption = interruption
    Thread.detachNewThread {
      while !FileManager.default.fileExists(atPath: started) { usleep(1000) }
      interruption.request(15)
    }
    let error = #expect(throws: GitError.interrupted(signal: 15)) {
      try repository.createCommit(try sandbox.order(["a.txt"]))
    }
    #expect(error?.diagnostics.first?.rendered() == "error: interrupted by SIGTERM")
    #expect(try sandbox.fingerprint() == before)
  }

  @Test("do not run for read-only commands")
  func readers() throws {
    try sandbox.folder.makeFolder("evil")
    for name in ["pre-commit", "post-index-change", "reference-transaction", "post-checkout"] {
      try sandbox.folder.writeScript("evil/\(name)", "touch '\(sandbox.folder.path)/ran'")
    }
    try sandbox.git("config", "core.hooksPath", "\(sandbox.folder.path)/evil")
    try sandbox.git("config", "core.fsmonitor", "\(sandbox.folder.path)/evil/pre-commit")
    let repository = try sandbox.repository()
    _ = try repository.status()
    _ = try repository.tags()
    _ = try repository.head()
    _ = try repository.filePaths()
    #expect(!sandbox.folder.has("ran"))
  }

  @Test("do not run if they are disabled or not executable")
  func off() throws {
    for name in ["pre-commit", "commit-msg", "post-commit"] { try sandbox.hook(name, "touch .git/ran-\(name); exit 1") }
    var order = try sandbox.order(["a.txt"])
    order.hooks = .skipped
    _ = try sandbox.repository().createCommit(order)
    for name in ["pre-commit", "commit-msg", "post-commit"] {
      #expect(!sandbox.has(".git/ran-\(name)"))
      try sandbox.setMode(0o644, of: ".git/hooks/\(name)")
    }
    try sandbox.write("a.txt", "three\n")
    _ = try sandbox.repository().createCommit(try sandbox.order(["a.txt"]))
  }

  @Test("see the author and committer, as with git")
  func environment() throws {
    let names = "GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_EDITOR GIT_PREFIX"
    try sandbox.hook(
      "pre-commit",
      "for name in \(names); do eval \"echo $name=\\$$name\"; done > .git/seen; env | grep -c ^GIT_DIR >> .git/seen; true"
    )
    sandbox.environment["GIT_DIR"] = "\(sandbox.path)/.git"
    let repository = try sandbox.repository()
    sandbox.environment["GIT_DIR"] = nil
    _ = try repository.createCommit(try sandbox.order(["a.txt"]))
    let ours = sandbox.read(".git/seen")
    #expect(
      ours == """
        GIT_AUTHOR_NAME=A. Author
        GIT_AUTHOR_EMAIL=author@example.com
        GIT_AUTHOR_DATE=@1767225600 +0100
        GIT_EDITOR=:
        GIT_PREFIX=
        0

        """)
    try sandbox.write("a.txt", "three\n")
    try sandbox.git("commit", "-q", "-m", "By git", "--only", "a.txt")
    #expect(sandbox.read(".git/seen") == ours)
  }
}
