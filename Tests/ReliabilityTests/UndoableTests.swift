import TestSupport
import Testing

/// Runs that were killed, and a user who changes something before `undo` or `finish`: the command does all of it or
/// nothing, and its hint leads out.
@Suite("`undo` and `finish` look before they change anything")
struct UndoableTests {
  private static let lanes = """
    project: Cool
    manifests: [{plain: VERSION}]
    lanes:
      release: {steps: [bump: minor, commit, tag, push]}
      twice: {steps: [bump: minor, replace: {file: VERSION, find: '1.5.0', with: '1.5.0-b'}, commit, tag: 1.5.0, push]}
      outward: {steps: [bump: minor, commit, tag, push, run: {shell: 'touch ../uploaded', outward: true}, message: done]}
      left: {steps: [bump: minor, commit, tag, push, run: {shell: 'touch left'}, ensure: clean, message: done]}
      built: {steps: [bump: minor, run: {shell: 'echo made > made', outputs: [made]}, commit, tag, push]}

    """

  private func killed(_ lane: String = "release", in hook: String = "pre-push") throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write("Releasefile", Self.lanes)
    try project.shell(
      """
      git commit -q -a -m Lanes; git push -q origin main; mkdir -p .git/hooks
      printf '#!/bin/sh\\n[ -e ../go ] || \(StrangeProject.kill(in: hook))\\n' > .git/hooks/\(hook); chmod +x .git/hooks/\(hook)
      """)
    #expect(try project.martlet("run", lane, "--yes").status == 137)
    try project.shell("touch ../go")
    return project
  }

  @Test(
    "what prevents it is named before anything is undone, and the command of the hint leads out",
    arguments: [
      ("git switch -q -c other", "git switch -q main"),
      ("git commit -q --amend -m Mine", "git branch --force later-HEAD && git reset -q --keep STOP"),
      ("git commit -q --allow-empty -m Mine", "git branch --force later-HEAD && git reset -q --keep STOP"),
      ("echo WIP >> VERSION", "git stash push -q --include-untracked -- VERSION"),
    ])
  func obstacle(act: String, wayOut: String) throws {
    let project = try killed()
    let stop = try project.git("rev-parse", "--short=7", "HEAD")
    try project.shell(act)
    let before = try project.git("for-each-ref")
    let outcome = try project.martlet("undo", "--yes")
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(" was not undone, and nothing was changed\n"), "\(outcome.errors)")
    #expect(try project.git("for-each-ref") == before)
    let command = wayOut.replacing("HEAD", with: head).replacing("STOP", with: stop)
    #expect(
      outcome.errors.contains("`\(command.replacing(" -q", with: ""))`")
        || outcome.errors.contains("`git reset --keep \(stop)`"), "\(outcome.errors)")
    try project.shell(command)
    let again = try project.martlet("undo", "--yes")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try project.git("tag") == "1.4.2")
    #expect(project.read("VERSION") == "1.4.2\n")
  }

  @Test("a tag of the user's in the place of the run's stays, and the rest is undone")
  func foreignTag() throws {
    let project = try killed()
    try project.shell("git tag -f -a -m Mine 1.5.0 HEAD~1")
    let outcome = try project.martlet("undo", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("tag") == "1.4.2\n1.5.0")
    #expect(project.read("VERSION") == "1.4.2\n")
  }

  @Test(
    "a file that the run writes twice, and that the user has restored, is undone and resumed",
    arguments: ["undo", "finish"])
  func writtenTwice(command: String) throws {
    let project = try killed("twice", in: "pre-commit")
    try project.shell("rm .git/index.lock; git checkout -q VERSION")
    let outcome = try project.martlet(command, "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(project.read("VERSION") == (command == "undo" ? "1.4.2\n" : "1.5.0-b\n"))
  }

  @Test(
    "a run that was killed right after its commit is resumed or undone", arguments: ["outward", "built"],
    ["finish", "undo"])
  func killedAfterCommit(lane: String, command: String) throws {
    let project = try killed(lane, in: "post-commit")
    let status = try project.martlet("status").output
    #expect(!status.contains("its journal does not have this commit"), "\(status)")
    let outcome = try project.martlet(command, "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("tag") == (command == "undo" ? "1.4.2" : "1.4.2\n1.5.0"))
    #expect(try project.git("status", "--porcelain") == (lane == "built" && command == "undo" ? "?? made" : ""))
  }

  @Test(
    "`finish` on another branch leaves its index alone",
    arguments: ["git switch -q -c feature HEAD~1", "git checkout -q --detach HEAD~1"])
  func otherBranch(act: String) throws {
    let project = try killed()
    try project.shell(act)
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("status", "--porcelain") == "")
    #expect(try project.git("--git-dir=../origin.git", "log", "-1", "--format=%s", "1.5.0") == "Version 1.5.0")
  }

  @Test("`finish` makes no commit during a merge")
  func merge() throws {
    let project = try killed(in: "pre-commit")
    try project.shell(
      """
      rm -f .git/index.lock; git stash -q; git switch -q -c side; echo a > side; git add side; git commit -q -m side
      git switch -q main; git merge -q --no-commit --no-ff side; git stash pop -q
      """)
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: a `git merge` is in progress, expected none"), "\(outcome.errors)")
  }

  @Test("`finish` refuses a run whose undo has begun, and `undo` ends it")
  func undoing() throws {
    let project = try killed()
    // Nothing can lock the tag.
    try project.shell("rm .git/hooks/pre-push; mkdir .git/refs/tags/1.5.0.lock")
    let part = try project.martlet("undo", "--yes")
    #expect(part.status == 1 && part.errors.contains("was undone only in part\n"), "\(part.errors)")
    #expect(try project.martlet("status").output.contains("was undone only in part"))
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("was undone in part\nhint: undo the rest with `martlet undo`"), "\(outcome.errors)")
    try project.shell("rmdir .git/refs/tags/1.5.0.lock")
    #expect(try project.martlet("undo", "--yes").status == 0)
    #expect(try project.git("tag") == "1.4.2")
  }

  @Test("a run in a removed work tree is ended from another one, by the command of the hint")
  func removedWorkTree() throws {
    let project = try StrangeProject()
    try project.write("Releasefile", Self.lanes)
    try project.shell(
      """
      git commit -q -a -m Lanes; git push -q origin main; git worktree add -q -b side ../tree
      mkdir -p .git/hooks; printf '#!/bin/sh\\nkill -9 $(ps -o ppid= -p $PPID) $PPID\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
      """)
    project.place = "tree"
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    project.place = "work"
    try project.shell("rm .git/hooks/pre-commit; rm -rf ../tree")
    for command in ["status", "finish", "undo"] {
      let outcome = try project.martlet([command] + (command == "status" ? [] : ["--yes"]))
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.hasSuffix(
          """
          was started in the working tree `$ROOT/tree`, which has been removed
          hint: end the run with `martlet undo --keep`, which leaves its commits and tags as they are
          """), "\(outcome.errors)")
    }
    let kept = try project.martlet("undo", "--keep", "--yes")
    #expect(kept.status == 0, "\(kept.errors)")
    let released = try project.martlet("run", "release", "--yes")
    #expect(released.status == 0, "\(released.errors)")
  }

  @Test("`status` says that a run is resumed once its rest can be planned")
  func blocked() throws {
    let project = try StrangeProject()
    try project.write("Releasefile", Self.lanes)
    try project.shell("git commit -q -a -m Lanes; git push -q origin main")
    #expect(try project.martlet("run", "left", "--yes").status == 3)
    let status = try project.martlet("status").output
    #expect(status.contains("\n  martlet finish       finish it, once that is fixed\n"), "\(status)")
  }

  @Test("a command's output that is gone is named with a hint that leads out")
  func lostOutput() throws {
    let project = try killed("built", in: "pre-commit")
    try project.shell("rm made")
    let outcome = try project.martlet("finish", "--yes")
    #expect(
      outcome.errors.hasSuffix(
        """
        error: `made` is not as the command of the run left it
        hint: undo the run with `martlet undo`, then run the lane again
        """), "\(outcome.errors)")
    #expect(try project.martlet("undo", "--yes").status == 0)
    #expect(try project.martlet("run", "built", "--yes").status == 0)
  }
}
