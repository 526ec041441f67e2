import Git
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("A run that fails before anything is public")
struct UndoTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  private static let undone = "nothing is public, and everything was undone"

  @Test("is undone when a hook refuses the commit", arguments: ["pre-commit", "commit-msg", "prepare-commit-msg"])
  func hook(name: String) throws {
    try sandbox.hook(name, "echo 'not today' >&2\nexit 3")
    let words = try release.failure(of: release.plan())
    #expect(
      words == """
        error: the hook `\(name)` refused the commit with exit status 3
          not today
        stopped at entry 3, commit; \(Self.undone)
        """)
  }

  @Test("is undone when the tag cannot be created")
  func tag() throws {
    // The plan does not include this tag; a hook of the commit creates it.
    try sandbox.hook("post-commit", "git tag 1.5.0 HEAD~")
    let (before, plan) = (try release.snapshot(), try release.plan())
    let words = try release.words(of: plan)
    #expect(
      words == """
        error: the tag `1.5.0` exists already, at \(release.base.prefix(7))
        stopped at entry 4, tag; \(Self.undone)
        """)
    #expect(try release.snapshot().differences(from: before) == ["new: .git/refs/tags/1.5.0"])
    try release.checkHealth()
  }

  @Test(
    "is undone when the server refuses the branch or the tag",
    arguments: [("refs/heads/main", "`main`"), ("refs/tags/1.5.0", "the tag `1.5.0`")])
  func update(reference: String, name: String) throws {
    try release.origin.hook("update", "[ $1 != \(reference) ] || { echo \"$1 is closed\" >&2; exit 1; }")
    let words = try release.failure(of: release.plan()).split(separator: "\n").map {
      String($0).trimmingTrailingBlanks()
    }
    #expect(
      words.joined(separator: "\n") == """
        error: `origin` refused \(name): hook declined
          \(reference) is closed
          error: hook declined to update \(reference)
        stopped at entry 5, push; \(Self.undone)
        """)
  }

  @Test("is undone when the user's own hook refuses the push")
  func prePush() throws {
    try sandbox.hook("pre-push", "echo 'tests first' >&2\nexit 1")
    let words = try release.failure(of: release.plan())
    #expect(words.hasPrefix("error: the hook `pre-push` refused the push\n  tests first\n"), "\(words)")
    #expect(words.hasSuffix("stopped at entry 5, push; \(Self.undone)"), "\(words)")
  }

  /// Runs the plan, which must fail and leave nothing behind.
  ///
  /// - Parameter script: Runs on the server after the check and before the push.
  private func failure(when script: String) throws -> String {
    try sandbox.hook("post-commit", "unset GIT_DIR GIT_INDEX_FILE; cd '\(sandbox.folder.path)'; \(script)")
    let before = try release.snapshot()
    let words = try release.words(of: release.plan())
    #expect(try release.snapshot().differences(from: before) == [])
    return words
  }

  @Test("is undone when the server has received other commits")
  func nonFastForward() throws {
    let other = try sandbox.clone(release.origin)
    let theirs = try other.commit("Theirs", ["d": "d\n"])
    let words = try failure(
      when: "git -C work rev-parse --short HEAD | tr -d '\\n' > ours; git -C clone push --quiet origin main")
    let ours = try #require(sandbox.folder.read("ours"))
    #expect(
      words == """
        error: `origin` has commits on `main` that are not here: it is at \(theirs.prefix(7)), and \
        \(ours) does not contain it
        stopped at entry 5, push; \(Self.undone)
        hint: get the commits with `git pull --rebase --autostash origin main`, then run the command again
        """)
    #expect(try release.origin.git("for-each-ref", "--format=%(objectname) %(refname)") == "\(theirs) refs/heads/main")
  }

  @Test("is undone when the server has received the tag")
  func tagOnRemote() throws {
    let words = try failure(when: "git --git-dir=origin.git tag 1.5.0 main")
    let base = release.base.prefix(7)
    #expect(
      words == """
        error: `origin` already has the tag `1.5.0`: \(base), made by C. Committer at \
        2025-12-31 20:31:00 -0330, of the commit \(base)
        stopped at entry 5, push; \(Self.undone)
        hint: this version is already released: choose the next one
        """)
    #expect(try release.origin.reference("refs/tags/1.5.0") == release.base)
    #expect(try release.origin.reference("refs/heads/main") == release.base)
  }

  @Test("is not undone while the server cannot be reached, because a hook may have pushed it")
  func unreachable() throws {
    try sandbox.hook(
      "post-commit", "unset GIT_DIR GIT_INDEX_FILE; cd '\(sandbox.folder.path)'; mv origin.git gone.git")
    #expect(
      try release.words(of: release.plan()) == """
        error: `origin` could not be reached
          fatal: '\(release.origin.path)' does not appear to be a git repository
          fatal: Could not read from remote repository.
          Please make sure you have the correct access rights
          and the repository exists.
        stopped at entry 5, push; nothing was undone, because it may be public; `martlet finish` checks and continues
        hint: see git's own error with `git ls-remote origin`
        """)
    #expect(try sandbox.git("tag") == "1.5.0")
  }

  @Test("has changed nothing when its first entry fails")
  func first() throws {
    try sandbox.hook("commit-msg", "exit 1")
    try sandbox.write("VERSION", "1.4.3\n")
    let words = try release.failure(of: Release.plan([release.commit("VERSION")]))
    #expect(
      words == """
        error: the hook `commit-msg` refused the commit with exit status 1
        stopped at entry 1, commit; nothing was changed
        """)
  }

  @Test("restores the staged state of the files that it commits")
  func stagedState() throws {
    try sandbox.write("VERSION", "staged\n")
    try sandbox.git("add", "VERSION")
    try sandbox.write("VERSION", "in the work tree\n")
    try release.origin.hook("update", "exit 1")
    let plan = Release.plan([
      release.write("VERSION", "1.5.0\n"), try release.commit("VERSION"), release.push(),
    ])
    let before = try release.snapshot()
    _ = try release.words(of: plan)
    #expect(try release.snapshot().differences(from: before) == [])
    #expect(try sandbox.git("show", ":VERSION") == "staged")
    #expect(try sandbox.git("status", "--porcelain") == "MM VERSION\nM  a\n M b\n?? c")
    try release.checkHealth()
  }

  @Test("removes files that it created, with the folders that it created for them")
  func newFiles() throws {
    let plan = Release.plan([
      release.write("New/Deep/file", "n\n"), try release.commit("New/Deep/file"),
      release.tag("a..b", at: .planned(entry: 2)),
    ])
    #expect(
      try release.failure(of: plan)
        == "error: `a..b` is not a valid tag name\nstopped at entry 3, tag; \(Self.undone)")
  }

  @Test("reports what could not be undone, and keeps later edits")
  func changedSince() throws {
    try sandbox.hook("pre-commit", "echo reformatted > VERSION; exit 1")
    let words = try release.words(of: release.plan())
    #expect(
      words == """
        error: the hook `pre-commit` refused the commit with exit status 1
        stopped at entry 3, commit; nothing is public, but not everything could be undone; try again with \
        `martlet undo`
        warning: `VERSION` has changed since it was written
        hint: set the change aside with `git stash push --include-untracked -- VERSION`; if a command of the lane made it, \
        declare the file in the command's `outputs`
        """)
    #expect(sandbox.read("VERSION") == "reformatted\n")
    #expect(sandbox.read("App/Info.plist") == "<1.5.0>\n")
  }

  @Test("keeps everything if a commit cannot be undone")
  func commitStays() throws {
    try sandbox.hook("post-commit", "git update-ref refs/heads/main $(git commit-tree -p HEAD -m Mine 'HEAD^{tree}')")
    try release.origin.hook("update", "exit 1")
    let words = try release.words(of: release.plan())
    let (mine, ours) = (
      try sandbox.git("rev-parse", "--short=7", "main"), try sandbox.git("rev-parse", "--short=7", "main~")
    )
    #expect(
      words.hasSuffix(
        """
        stopped at entry 5, push; nothing is public, but not everything could be undone; try again with \
        `martlet undo`
        warning: `main` at \(mine), expected `main` at \(ours), where the run stopped
        hint: keep the other commits with `git branch --force later-\(mine)` and go back with `git reset --keep \(ours)`
        """), "\(words)")
    #expect(try sandbox.git("tag") == "1.5.0")
    #expect(try sandbox.git("status", "--porcelain") == "M  a\n M b\n?? c")
    try release.checkHealth()
  }
}
