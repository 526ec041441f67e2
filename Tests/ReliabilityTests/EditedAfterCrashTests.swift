import TestSupport
import Testing

/// A release that is killed between writing its files and committing them, and a user who edits these files before it
/// is resumed: the release has the planned contents, or it does not happen.
@Suite(
  "Files that were changed between a crash and `martlet finish`",
  .enabled(if: ReferenceProgram("ps") != nil, "there is no `ps`"))
struct EditedAfterCrashTests {
  /// The moment of the kill.
  enum Crash: String, CaseIterable {
    /// In the `pre-commit` hook of a lane with one stage.
    case hook
    /// In the `pre-commit` hook of a lane with a command before the commit.
    case hookBehindCommand
    /// In the command itself.
    case command
  }

  private static let lanes = """
    project: Cool
    manifests: [{plain: VERSION}, {plain: OTHER}]
    lanes:
      hook: {steps: [bump: minor, commit, tag, push]}
      hookBehindCommand: {steps: [bump: minor, run: {shell: 'echo made > made', outputs: [made]}, commit, tag, push]}
      command: {steps: [bump: minor, run: {shell: '[ -e ../go ] || kill -9 $PPID', outputs: []}, commit, tag, push]}

    """

  private func killed(in crash: Crash) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write("Releasefile", Self.lanes)
    try project.write("OTHER", "1.4.2\n")
    try project.shell(
      """
      git add .; git commit -q -m Lanes; git push -q origin main
      printf '#!/bin/sh\\n[ -e ../go ] || kill -9 $(ps -o ppid= -p $PPID) $PPID\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
      """)
    #expect(try project.martlet("run", crash.rawValue, "--yes").status == 137)
    #expect(project.read("VERSION") == "1.5.0\n")
    try project.shell("touch ../go; rm .git/hooks/pre-commit")
    return project
  }

  /// The public state: nothing new.
  private func expectNothingPublic(_ project: StrangeProject, _ location: SourceLocation = #_sourceLocation) throws {
    #expect(
      try project.git("ls-remote", "--refs", "origin")
        == project.git("for-each-ref", "--format=%(objectname)%09%(refname)", "refs/remotes/origin/main")
        .replacing("refs/remotes/origin/main", with: "refs/heads/main")
        + "\n" + project.git("for-each-ref", "--format=%(objectname)%09%(refname)", "refs/tags/1.4.2"),
      sourceLocation: location)
  }

  private func expectReleased(_ project: StrangeProject, _ location: SourceLocation = #_sourceLocation) throws {
    for reference in ["main", "1.5.0"] {
      for file in ["VERSION", "OTHER"] {
        #expect(
          try project.git("--git-dir=../origin.git", "show", "\(reference):\(file)") == "1.5.0",
          "\(reference):\(file)", sourceLocation: location)
      }
    }
  }

  @Test("a run killed before its plan was saved never began, so it cannot be resumed with another plan")
  func killedBeforeThePlan() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      printf '#!/bin/sh\nkill -9 $(ps -o ppid= -p $PPID) $PPID\n' > ../gpg; chmod +x ../gpg
      git config gpg.program "$PWD/../gpg"; git config user.signingKey A; git config tag.gpgSign true
      """)
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    try project.shell("echo WIP >> VERSION; git config tag.gpgSign false")
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.hasPrefix("nothing to finish: every run has ended"), "\(outcome.output)")
    try expectNothingPublic(project)
    #expect(project.read("VERSION") == "1.4.2\nWIP\n")
  }

  /// A lane with two stages, killed between them, in the trial push of the second.
  private func killedBetweenStages() throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [{plain: VERSION}, {plain: OTHER}]
      lanes:
        staged:
          steps:
            - run: {shell: 'echo More >> NOTES; touch ../ran', outputs: [NOTES]}
            - bump: {to: 1.5.0}
            - replace: {file: NOTES, find: Unreleased, with: "${version}"}
            - commit
            - tag
            - push

      """)
    try project.write("OTHER", "1.4.2\n")
    try project.write("NOTES", "Unreleased\n")
    try project.write(
      "../receive",
      """
      #!/bin/sh
      parent=$PPID
      while [ "$(ps -o comm= -p "$parent")" != martlet ]; do parent=$(ps -o ppid= -p "$parent" | tr -d ' '); done
      [ ! -e ../ran ] || kill -9 "$parent"
      exec git-receive-pack "$@"

      """)
    try project.shell(
      """
      git add .; git commit -q -m Lanes; git push -q origin main
      chmod +x ../receive; git config remote.origin.receivepack "$PWD/../receive"
      """)
    #expect(try project.martlet("run", "staged", "--yes").status == 137)
    #expect(project.read("NOTES") == "Unreleased\nMore\n")
    try project.shell("git config --unset remote.origin.receivepack")
    return project
  }

  @Test(
    "a file of a later stage is not published with edits made before that stage was planned",
    arguments: ["echo WIP >> VERSION", "rm VERSION", "git rm -q VERSION", "echo WIP >> NOTES"])
  func beforeTheStage(damage: String) throws {
    let project = try killedBetweenStages()
    try project.shell("cp VERSION NOTES ..; \(damage)")
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 1)
    let file = damage.hasSuffix("NOTES") ? "NOTES" : "VERSION"
    let problem =
      file == "NOTES"
      ? /not as the command of the run left it/ : /(?:missing|sha256:\w+), expected sha256:\w+ as in the plan/
    #expect(outcome.errors.hasPrefix("error: `\(file)` is "), "\(outcome.errors)")
    #expect(outcome.errors.firstMatch(of: problem) != nil, "\(outcome.errors)")
    try expectNothingPublic(project)
    try project.shell("cp ../VERSION ../NOTES .; git reset -q")
    #expect(try project.martlet("finish", "--yes").status == 0)
    try expectReleased(project)
  }

  @Test("a command's changes to such a file are published")
  func changedByTheRun() throws {
    let project = try killedBetweenStages()
    #expect(try project.martlet("finish", "--yes").status == 0)
    try expectReleased(project)
    #expect(try project.git("--git-dir=../origin.git", "show", "1.5.0:NOTES") == "1.5.0\nMore")
  }

  @Test("an edited or deleted file stops the run with its name, and nothing becomes public", arguments: Crash.allCases)
  func edited(crash: Crash) throws {
    for damage in ["echo WIP >> VERSION", "rm VERSION"] {
      let project = try killed(in: crash)
      try project.shell(damage)
      let before = try project.snapshot()
      let outcome = try project.martlet("finish", "--yes")
      #expect(outcome.status == 1)
      // A commit with new files has the lock of its own index.
      let lock = crash != .hook ? "" : "removed `$ROOT/work/.git/index.lock`, which the killed run left behind\n"
      #expect(
        outcome.errors == lock + """
          error: `VERSION` has changed since it was written
          hint: set the change aside with `git stash push --include-untracked -- VERSION`; if a command of the lane made it, \
          declare the file in the command's `outputs`
          """)
      // Removes the locks of the killed process, so that git works again.
      let differences = try project.snapshot().differences(from: before).filter { !$0.contains("index") }
      #expect(differences == [], "\(differences)")
      try expectNothingPublic(project)
    }
  }

  @Test("the hint is safe to follow literally: the release matches the plan", arguments: Crash.allCases)
  func hint(crash: Crash) throws {
    let project = try killed(in: crash)
    try project.shell("echo WIP >> VERSION")
    #expect(try project.martlet("finish", "--yes").status == 1)
    try project.shell("git stash push -q --include-untracked -- VERSION")
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try expectReleased(project)
  }

  @Test("files that were reset are written again", arguments: Crash.allCases)
  func reset(crash: Crash) throws {
    for reset in ["git reset -q --hard", "git stash -q", "git checkout -q VERSION"] {
      let project = try killed(in: crash)
      // As git's message suggests.
      try project.shell("rm -f .git/index.lock; \(reset)")
      let outcome = try project.martlet("finish", "--yes")
      #expect(outcome.status == 0, "\(reset): \(outcome.errors)")
      try expectReleased(project)
    }
  }

  @Test("an output of a command that was changed or removed stops the run with its name")
  func output() throws {
    for damage in ["echo WIP >> made", "rm made"] {
      let project = try killed(in: .hookBehindCommand)
      try project.shell(damage)
      let outcome = try project.martlet("finish", "--yes")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("error: `made` is not as the command of the run left it\n"), "\(outcome.errors)")
      try expectNothingPublic(project)
    }
  }

  @Test("a file that changes after the commit does not matter: the commit is released")
  func behindTheCommit() throws {
    let project = try StrangeProject()
    try project.shell(
      "printf '#!/bin/sh\\n[ -e ../go ] || kill -9 $PPID\\n' > .git/hooks/pre-push; chmod +x .git/hooks/pre-push")
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    try project.shell("touch ../go; echo next > VERSION")
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("--git-dir=../origin.git", "show", "1.5.0:VERSION") == "1.5.0")
    #expect(project.read("VERSION") == "next\n")
  }

  @Test("a commit that another user pushed stops it, and its hint leads to a release on top of that commit")
  func behindTheRemote() throws {
    let project = try StrangeProject()
    try project.shell(
      "printf '#!/bin/sh\\n[ -e ../go ] || kill -9 $PPID\\n' > .git/hooks/pre-push; chmod +x .git/hooks/pre-push")
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    try project.shell("touch ../go; git clone -q ../origin.git ../other")
    try project.shell("cd ../other; git commit -q --allow-empty -m Other; git push -q")
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 5)
    let hint = "hint: undo the run with `martlet undo`, get the commits with `git pull`, then run the lane again"
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(try project.martlet("undo", "--yes").status == 0)
    try project.shell("git pull -q")
    let again = try project.martlet("run", "release", "--yes")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try project.git("--git-dir=../origin.git", "log", "-1", "--format=%s", "1.5.0^") == "Other")
  }
}

@Suite("Files that change while a command runs")
struct EditedDuringCommandTests {
  private func project(_ shell: String, outputs: String = "[]") throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [{plain: VERSION}]
      lanes:
        release: {steps: [bump: minor, run: {shell: '\(shell)', outputs: \(outputs)}, commit, tag, push]}

      """)
    try project.shell("git commit -q -a -m Lane; git push -q origin main")
    return project
  }

  @Test(
    "stop the run with their name, and nothing becomes public",
    arguments: ["echo WIP >> VERSION", "git checkout -q VERSION", "rm VERSION"])
  func undeclared(shell: String) throws {
    let project = try project(shell)
    let remote = try project.git("ls-remote", "origin")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: `VERSION` has changed since it was written\n"), "\(outcome.errors)")
    #expect(try project.git("ls-remote", "origin") == remote)
    #expect(try project.git("tag") == "1.4.2")
  }

  @Test("are committed as the command left them if they are its outputs")
  func declared() throws {
    let project = try project("echo 1.5.0-formatted > VERSION", outputs: "[VERSION]")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("--git-dir=../origin.git", "show", "1.5.0:VERSION") == "1.5.0-formatted")
  }

  @Test(
    "stop the run, too, if a `pre-commit` hook adds them to the commit",
    arguments: ["echo WIP >> VERSION; git add VERSION", "echo more > more; git add more"])
  func hook(script: String) throws {
    let project = try StrangeProject()
    try project.shell("printf '#!/bin/sh\\n\(script)\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit")
    let remote = try project.git("ls-remote", "origin")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    let name = script.contains("more;") ? "more" : "VERSION"
    #expect(
      outcome.errors.contains(
        "error: the hook `pre-commit` changed `\(name)` in the commit, expected the planned contents\n"),
      "\(outcome.errors)")
    #expect(try project.git("ls-remote", "origin") == remote)
    #expect(try project.git("tag") == "1.4.2")
  }
}
