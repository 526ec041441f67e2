import TestSupport
import Testing

/// What the user changes between a stop and `finish` or `undo`: messages with commands that lead on.
@Suite("A run after which the user has changed the repository")
struct ResumeAfterChangesTests {
  private func project(_ steps: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      "project: Cool\nmanifests: [plain: VERSION]\nlanes:\n  release: {steps: [\(steps)]}\n")
    try project.write("NOTES", "none\n")
    try project.shell("git add -A; git commit -qm Lane; git push -q")
    return project
  }

  @Test("stops before its first command if no branch is checked out, like a plan")
  func detached() throws {
    let project = try project("ensure: clean, run: {shell: touch ../built}, bump: minor, commit, tag, push")
    try project.git("checkout", "-q", "--detach")
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    try project.expectRefusal(
      "run", "release", "--yes",
      says: """
        error: no branch is checked out (detached at \(head)), expected one
         --> Releasefile:4:79
        hint: check out the branch to release from, for example with `git switch -`, which goes back to the last one
        """)
    #expect(!project.has("../built"))
  }

  @Test("stops before its first command if there is no remote, or a merge is in progress")
  func otherCauses() throws {
    for change in ["git remote remove origin", "git rev-parse HEAD > .git/MERGE_HEAD"] {
      let project = try project("run: {shell: touch ../built}, bump: minor, commit, tag, push")
      try project.shell(change)
      #expect(try project.martlet("run", "release", "--yes").status == 1)
      #expect(!project.has("../built"))
    }
  }

  @Test("is resumed without a file that a killed command has changed")
  func touched() throws {
    let project = try project(
      "ensure: clean, bump: minor, run: {shell: '[ -e ../go ] || { echo b > NOTES; kill -9 $PPID; }'}, commit, tag, push"
    )
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    try project.shell("touch ../go")
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("status", "--porcelain") == " M NOTES")
    #expect(try project.git("show", "--name-only", "--format=%s", "HEAD") == "Version 1.5.0\n\nVERSION")
  }

  @Test("is not undone behind the commit of the user: the hints lead to the state before", arguments: [0, 1])
  func committed(later: Int) throws {
    let project = try StrangeProject()
    #expect(try project.martlet("bump", "minor").status == 0)
    try project.shell("git commit -qam Mine")
    let commit = try project.git("rev-parse", "--short=7", "HEAD")
    if later == 1 { try project.shell("git commit -q --allow-empty -m Later") }
    try project.expectRefusal(
      "undo", "--yes",
      says: """
        error: commit \(commit) contains the files of the run, so that undoing it would only change them back on disk
        hint: if it is the last one, undo it and keep its files with `git reset HEAD~1`, then run `martlet undo` again; otherwise run `git revert \(commit)`
        """)
    let status = try project.martlet("status").output
    #expect(status.contains("\n  commit    commit \(commit) contains the files of the run\n"), "\(status)")
    guard later == 0 else { return }
    try project.shell("git reset -q HEAD~1")
    #expect(try project.martlet("undo", "--yes").status == 0)
    #expect(try project.git("status", "--porcelain") == "")
    #expect(project.read("VERSION") == "1.4.2\n")
  }

  /// A release that `hook` killed, and a commit of the user on top.
  private func overtaken(by hook: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.shell(
      "printf '#!/bin/sh\n[ -e ../go ] || \(StrangeProject.kill(in: hook))\n' > .git/hooks/\(hook); chmod +x .git/hooks/\(hook)"
    )
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    try project.shell("touch ../go; git commit -q --allow-empty -m Mine")
    return project
  }

  @Test(
    "with a commit on top is resumed or undone after the commands of the hint",
    arguments: [("undo", "pre-push"), ("undo", "post-commit"), ("finish", "post-commit")])
  func onTop(command: String, hook: String) throws {
    let project = try overtaken(by: hook)
    let stop = try project.git("rev-parse", "--short=7", "HEAD~1")
    let mine = try project.git("rev-parse", "--short=7", "HEAD")
    let before = try project.git("for-each-ref")
    let refused = try project.martlet(command, "--yes")
    #expect(refused.status == 1 && refused.code == "head-moved")
    #expect(
      refused.errors.contains(
        "error: `main` at \(mine), expected `main` at \(stop), where the run stopped\n"
      ), "\(refused.errors)")
    #expect(
      refused.errors.hasSuffix(
        "\nhint: keep the other commits with `git branch --force later-\(mine)` and go back with `git reset --keep \(stop)`"
      )
        || command == "finish", "\(refused.errors)")
    #expect(try project.git("for-each-ref") == before)
    try project.shell("git branch --force later-\(mine) && git reset -q --keep \(stop)")
    let outcome = try project.martlet(command, "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("tag") == (command == "undo" ? "1.4.2" : "1.4.2\n1.5.0"))
    #expect(try project.git("log", "-1", "--format=%s", "later-\(mine)") == "Mine")
  }

  @Test("with a commit on top is pushed without that commit")
  func pushed() throws {
    let project = try overtaken(by: "pre-push")
    #expect(try project.martlet("finish", "--yes").status == 0)
    #expect(try project.git("ls-remote", "origin", "main").hasPrefix(project.git("rev-parse", "HEAD~1")))
  }
}
