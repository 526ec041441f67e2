import TestSupport
import Testing

/// A release whose user works on while a command of the lane runs, or after that command was killed: what was shown is
/// released, or nothing is, and the message names both values.
@Suite("What the plan has shown is what a run expects")
struct ShownAndExpectedTests {
  private static let lanes = """
    project: Cool
    manifests: [{plain: VERSION}]
    lanes:
      late: {steps: [bump: minor, commit, run: {command: [../meanwhile], changes: []}, tag, push]}
      early: {steps: [bump: minor, run: {command: [../meanwhile]}, commit, tag, push]}
      mark: {steps: [run: {command: [../meanwhile]}, tag: 1.5.0, push: {branch: false}]}
      write: {steps: [bump: minor, run: {command: [../meanwhile]}, replace: {file: NOTES, find: 'v=1.4.2', with: 'v=${version}'}, commit, tag, push]}
      declared: {steps: [bump: minor, run: {command: [../meanwhile], outputs: [NOTES]}, replace: {file: NOTES, find: 'v=1.4.2', with: 'v=${version}'}, commit, tag, push]}
      moving: {steps: [run: {command: [../meanwhile], changes: [head]}, tag: 1.5.0, push]}
      outward: {steps: [run: {command: [../meanwhile], outward: true}]}
      dirty: {allow_dirty: true, steps: [bump: minor, commit, tag, push]}
      clean: {steps: [bump: minor, commit, tag, push]}
    before_all: [{ensure: []}]

    """

  /// What the user does, and the first line of the error.
  struct Act: CustomTestStringConvertible, Sendable {
    let lane: String
    let script: String
    let error: String
    /// The command of the hint that leads out after a crash.
    var wayOut = ""

    var testDescription: String { "\(lane): \(script)" }
  }

  private static let acts = [
    Act(
      lane: "late", script: "git commit -q -m WIP -- wip",
      error: "error: `main` at NEW, expected `main` at OLD as in the plan",
      wayOut: "git branch --force later-NEW && git reset -q --keep OLD"),
    Act(
      lane: "late", script: "git commit -q --amend -m WIP",
      error: "error: `main` at NEW, expected `main` at OLD as in the plan",
      wayOut: "git branch --force later-NEW && git reset -q --keep OLD"),
    Act(
      lane: "late", script: "git switch -q -c feature; git commit -q -m WIP -- wip",
      error: "error: `feature` at NEW, expected `main` at OLD as in the plan", wayOut: "git switch -q main"),
    Act(
      lane: "early", script: "git commit -q -m WIP -- wip",
      error: "error: `main` at NEW, expected `main` at OLD as in the plan",
      wayOut: "git branch --force later-NEW && git reset -q --keep OLD"),
    Act(
      lane: "early", script: "git switch -q -c feature",
      error: "error: `feature` at NEW, expected `main` at OLD as in the plan", wayOut: "git switch -q main"),
    Act(
      lane: "mark", script: "git commit -q -m WIP -- wip",
      error: "error: `main` at NEW, expected `main` at OLD as in the plan",
      wayOut: "git branch --force later-NEW && git reset -q --keep OLD"),
    Act(
      lane: "early", script: "git config remote.pushDefault fork",
      error: "error: git pushes `main` to `main` of `fork`, expected `main` of `origin` as in the plan",
      wayOut: "git config --unset remote.pushDefault"),
    Act(
      lane: "early", script: "git remote set-url origin ../fork.git",
      error: "error: `origin` is pushed to `../fork.git`, expected `$ROOT/origin.git` as in the plan",
      wayOut: "git remote set-url origin \"$(cd .. && pwd)/origin.git\""),
    Act(
      lane: "early", script: "git config user.email other@example.com",
      error: "error: the author is `Ada <other@example.com>`, expected `Ada <ada@example.com>` as in the plan",
      wayOut: "git config user.email ada@example.com"),
    Act(
      lane: "write", script: "echo MARK >> NOTES",
      error: "error: `NOTES` is sha256:d7200ae0cfe4, expected sha256:4b4898b8f090 as in the plan",
      wayOut: "git stash push -q --include-untracked -- NOTES"),
  ]

  /// After a crash, such a commit may be one that the run has made.
  private static let commitOfAll = Act(
    lane: "early", script: "git commit -q -a -m WIP",
    error: "error: `main` at NEW, expected `main` at OLD as in the plan",
    wayOut: "git branch --force later-NEW && git reset -q --keep OLD")

  private func project(meanwhile script: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write("Releasefile", Self.lanes)
    try project.write("NOTES", "v=1.4.2\n")
    try project.write("../meanwhile", "#!/bin/sh\nset -e\n[ ! -e ../begun ] || exit 0\ntouch ../begun\n\(script)\n")
    try project.shell(
      """
      chmod +x ../meanwhile; git init -q --bare ../fork.git; git remote add fork ../fork.git
      git config user.name Ada; git config user.email ada@example.com
      git add .; git commit -q -m Lanes; git push -q origin main; touch wip; git add wip
      """)
    project.environment = project.environment.filter {
      !$0.key.hasPrefix("GIT_AUTHOR") && !$0.key.hasPrefix("GIT_COMMITTER")
    }
    return project
  }

  private func remote(_ project: StrangeProject) throws -> String {
    try project.git("ls-remote", "--refs", "../origin.git") + project.git("ls-remote", "--refs", "../fork.git")
  }

  /// The commits before and after the act of the user.
  private func named(_ text: String, in project: StrangeProject, old: String) throws -> String {
    text.replacing("NEW", with: try project.git("rev-parse", "--short=7", "HEAD")).replacing("OLD", with: old)
  }

  @Test(
    "a change during a command stops the run, nothing is public, and the way out leads on",
    arguments: acts + [commitOfAll])
  func live(_ act: Act) throws {
    let project = try project(meanwhile: "git rev-parse --short=7 HEAD > ../old; \(act.script)")
    let before = try remote(project)
    let outcome = try project.martlet("run", act.lane, "--yes")
    let old = try project.shell("cat ../old")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("\n" + (try named(act.error, in: project, old: old)) + "\n"), "\(outcome.errors)")
    #expect(try remote(project) == before)
    #expect(try project.git("tag") == "1.4.2")
    try project.shell(try named(act.wayOut, in: project, old: old))
    let again = try project.martlet("run", act.lane, "--yes")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try project.git("--git-dir=../origin.git", "tag", "--contains", "HEAD~1").contains("1.5.0"))
  }

  @Test("a commit of a command is named first, and a published one is never dropped", arguments: [false, true])
  func hint(isPublished: Bool) throws {
    let push = isPublished ? "; git push -q origin main" : ""
    let project = try project(
      meanwhile: "git rev-parse --short=7 HEAD > ../old; git commit -q -m WIP -- wip\(push)")
    let outcome = try project.martlet("run", "early", "--yes")
    let other =
      isPublished
      ? "NEW is published, so keep it; if the run is still open, end it with `martlet undo --keep`"
      : "otherwise keep the other commits with `git branch --force later-NEW` and go back with `git reset --keep OLD`"
    let hint = try named(
      "hint: if a command of the lane makes this change, declare `changes: [head]` on it; \(other)\n", in: project,
      old: try project.shell("cat ../old"))
    #expect(outcome.status == 1 && (outcome.errors + "\n").contains(hint), "\(outcome.errors)")
  }

  @Test("a command that has published and committed is not offered again")
  func published() throws {
    let project = try project(
      meanwhile: "git rev-parse --short=7 HEAD > ../old; git commit -q -m WIP -- wip; git push -q origin main")
    let outcome = try project.martlet("run", "outward", "--yes")
    let message = try named(
      """
      error: `main` at NEW, expected `main` at OLD as in the plan
      stopped at entry 1, run; already public: `../meanwhile`; nothing was undone; `martlet finish` continues from here
      hint: if a command of the lane makes this change, declare `changes: [head]` on it; NEW is published, so keep it; if the run is still open, end it with `martlet undo --keep`
      """, in: project, old: try project.shell("cat ../old"))
    #expect(outcome.status == 3 && outcome.errors.contains(message), "\(outcome.errors)")
    let kept = try project.martlet("undo", "--keep", "--yes")
    #expect(kept.status == 0, "\(kept.errors)")
  }

  @Test("the same after a crash stops `finish`; the way out in its hint leads on", arguments: acts)
  func crashed(_ act: Act) throws {
    let project = try project(meanwhile: "git rev-parse --short=7 HEAD > ../old; kill -9 $PPID")
    let before = try remote(project)
    #expect(try project.martlet("run", act.lane, "--yes").status == 137)
    try project.shell(act.script)
    let old = try project.shell("cat ../old")
    let error = try named(act.error, in: project, old: old)
    let status = try project.martlet("status").output
    #expect(status.contains("\n  changed   \(error.dropFirst("error: ".count))"), "\(status)")
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix(error + "\n"), "\(outcome.errors)")
    #expect(try remote(project) == before)
    try project.shell(try named(act.wayOut, in: project, old: old))
    let resumed = try project.martlet("finish", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    let tagged = try project.git("--git-dir=../origin.git", "log", "-1", "--format=%s", "1.5.0")
    #expect(tagged == (act.lane == "mark" ? "Lanes" : "Version 1.5.0"))
  }

  @Test("a file that the command declares in its `outputs` is written on from its new contents")
  func outputs() throws {
    let project = try project(meanwhile: "printf 'made\\nv=1.4.2\\n' > NOTES")
    let outcome = try project.martlet("run", "declared", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("--git-dir=../origin.git", "show", "1.5.0:NOTES") == "made\nv=1.5.0")
  }

  @Test("a command that declares `changes: [head]` may commit, and the tag is at its commit")
  func changedHead() throws {
    let project = try project(meanwhile: "git commit -q -m Made -- wip")
    let outcome = try project.martlet("run", "moving", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("--git-dir=../origin.git", "log", "-1", "--format=%s", "1.5.0") == "Made")
  }

  @Test("uncommitted changes in a file that the commit would contain stop the run before it begins")
  func dirtyFile() throws {
    let project = try project(meanwhile: "")
    try project.write("VERSION", "1.4.2\n# WIP\n")
    let error = """
      error: Releasefile:LINE: `VERSION` has uncommitted changes, which the commit would contain, too
      hint: commit them, or set them aside with `git stash push --include-untracked -- VERSION`; to commit them with the release, set `allow_dirty: true` on the lane `clean`
      """
    let outcome = try project.martlet("run", "clean", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("`VERSION` has uncommitted changes, which the commit would contain, too"),
      "\(outcome.errors) \(error)")
    #expect(try project.git("tag") == "1.4.2")
    let allowed = try project.martlet("run", "dirty", "--yes")
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(try project.git("--git-dir=../origin.git", "show", "1.5.0:VERSION") == "1.5.0\n# WIP")
  }
}
