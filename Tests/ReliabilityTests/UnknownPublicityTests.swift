import TestSupport
import Testing

/// The output of `status`, `finish` and `undo` for a run with an incomplete journal: Martlet checks the remote before
/// it reports anything as private.
@Suite("The public state of a stopped run")
struct UnknownPublicityTests {
  private static let staged = """
    project: Cool
    manifests: [{plain: VERSION}]
    lanes:
      release: {steps: [bump: minor, commit, tag, push]}
      staged: {steps: [bump: minor, run: ['true'], commit, tag, push]}
      mark: {steps: [tag, push]}

    """

  /// A release that a hook kills, here or on the server. `pre-receive` refuses the push.
  private func killed(_ lane: String, by hook: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write("Releasefile", Self.staged)
    try project.shell("git commit -q -a -m Lanes; git push -q origin main")
    let folder = hook.hasSuffix("-receive") ? "../origin.git/hooks" : ".git/hooks"
    try project.shell(
      """
      mkdir -p \(folder)
      printf '#!/bin/sh\\n[ -e \(project.root)/go ] || { kill -9 $(cat \(project.root)/pid); false; }\\n' > \(folder)/\(hook)
      chmod +x \(folder)/\(hook)
      """)
    let program = try MartletProgram.path()
    _ = try? project.shell("sh -c 'echo $$ > ../pid; exec \"\(program)\" run \(lane) --yes' > ../log 2>&1 || true")
    try project.shell("touch ../go")
    return project
  }

  private func isPublic(_ project: StrangeProject) throws -> Bool {
    try project.git("--git-dir=../origin.git", "tag").contains("1.5.0")
  }

  @Test("is reported as unknown while the remote cannot be read, in both formats")
  func unreachable() throws {
    let project = try killed("release", by: "post-receive")
    #expect(try isPublic(project))
    try project.shell("mv ../origin.git ../gone.git; git update-ref -d refs/remotes/origin/main")
    let text = try project.martlet("status").output
    #expect(text.contains("\nunknown whether this is public: push main, 1.5.0 → origin, commit "), "\(text)")
    #expect(!text.contains("nothing is public"))
    let json = try project.martlet("status", "--json").output
    #expect(json.contains("\"publicity\" : \"unknown\"") && json.contains("\"is_public\" : true"), "\(json)")
    let undone = try project.martlet("undo", "--yes")
    #expect(undone.status == 1)
    #expect(
      undone.errors.hasPrefix("error: whether this is public is unknown: main, 1.5.0 on origin, commit "),
      "\(undone.errors)")
  }

  @Test("is not reported as public if nothing was pushed and the remote cannot be read")
  func unreachableAndPrivate() throws {
    let project = try killed("release", by: "pre-push")
    #expect(try !isPublic(project))
    try project.shell("mv ../origin.git ../gone.git")
    let undone = try project.martlet("undo", "--yes")
    #expect(!undone.errors.contains("already public"), "\(undone.errors)")
    try project.shell("mv ../gone.git ../origin.git")
    let again = try project.martlet("undo", "--yes")
    #expect(again.status == 0, "\(again.errors)")
    #expect(project.read("VERSION") == "1.4.2\n")
    #expect(try project.git("tag") == "1.4.2")
  }

  @Test(
    "is private if others have moved the branch since its push was sent: the hints lead to the release on top of them")
  func overtaken() throws {
    let project = try killed("release", by: "pre-receive")
    try #require(
      try !isPublic(project) && project.shell("cat .git/martlet/runs/*/journal.jsonl").contains("\"sending\""))
    try project.shell(
      """
      git clone -q ../origin.git ../other
      (cd ../other; git commit -q --allow-empty -m Other; git push -q origin main)
      git pull -q --rebase origin main
      """)
    let behind = try project.martlet("run", "release", "--yes")
    #expect(behind.status == 5, "\(behind.errors)")
    #expect(
      behind.errors.hasSuffix(
        "hint: undo the run with `martlet undo`, get the commits with `git pull`, then run the lane again"),
      "\(behind.errors)")
    let moved = try project.martlet("undo", "--yes")
    #expect(moved.code == "head-moved")
    let back = try #require(moved.errors.firstMatch(of: /and go back with `(git reset --keep [0-9a-f]+)`/)?.1)
    try project.shell(String(back))
    let undone = try project.martlet("undo", "--yes")
    #expect(undone.status == 0, "\(undone.errors)")
    try project.git("pull", "-q")
    try project.expectRelease(["run", "release", "--yes"])
    #expect(try project.git("log", "-2", "--format=%s", "origin/main") == "Version 1.5.0\nOther")
  }

  @Test(
    "is checked even if the journal has lost lines: a public release is never undone, and `status` names it",
    arguments: ["release", "staged"], ["cut", "flip"])
  func lostLines(lane: String, damage: String) throws {
    let lines = try killed(lane, by: "post-receive").shell("cat .git/martlet/runs/*/journal.jsonl | wc -l")
    let count = try #require(Int(lines))
    for line in 2...count {
      let project = try killed(lane, by: "post-receive")
      try #require(try isPublic(project))
      try project.shell(
        damage == "cut"
          ? "J=$(echo .git/martlet/runs/*/journal.jsonl); head -n \(line) $J > ../x; mv ../x $J"
          : "J=$(echo .git/martlet/runs/*/journal.jsonl); sed -i.orig '\(line)s/entry/entrz/;\(line)s/event/evenz/' $J; rm $J.orig"
      )
      let before = try (
        project.git("for-each-ref", "refs/heads", "refs/tags"), project.git("ls-remote", "origin"),
        project.read("VERSION")
      )
      let status = try project.martlet("status")
      #expect(!status.output.contains("nothing is public"), "line \(line): \(status.output)")
      let undone = try project.martlet("undo", "--yes")
      #expect(undone.status != 0, "line \(line): \(undone.output)")
      #expect(
        try (
          project.git("for-each-ref", "refs/heads", "refs/tags"), project.git("ls-remote", "origin"),
          project.read("VERSION")
        ) == before,
        "line \(line)")
    }
  }

  @Test("without the journal's last lines is ended by the command in the message, which changes nothing")
  func hint() throws {
    let project = try killed("staged", by: "pre-push")
    try project.shell("J=$(echo .git/martlet/runs/*/journal.jsonl); sed -n '1,/\"done\"/p' $J > ../x; mv ../x $J")
    for word in ["finish", "undo"] {
      let outcome = try project.martlet(word, "--yes")
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.contains(" contains the files of the run, and its journal does not have this commit\n"),
        "\(outcome.errors)")
      #expect(outcome.errors.contains("end the run with `martlet undo --keep`"), "\(outcome.errors)")
    }
    let before = try project.git("for-each-ref", "refs/heads", "refs/tags")
    #expect(try project.martlet("undo", "--keep", "--yes").status == 0)
    #expect(try project.git("for-each-ref", "refs/heads", "refs/tags") == before)
  }

  @Test("is kept by a refused `undo` of a finished release, and the next run begins")
  func refusedUndo() throws {
    let project = try StrangeProject()
    try project.expectRelease(["run", "release", "--yes"])
    try project.expectRefusal(
      "undo", "--yes",
      says: """
        error: already public, so it cannot be undone: main, 1.5.0 on origin
        hint: fix it in the next version
        """)
    #expect(try project.martlet("status", "--all").output.contains("  done "))
    #expect(try project.martlet("doctor").errors.contains("not ended") == false)
    #expect(
      try project.martlet("run", "release", "--yes").output.contains(
        "nothing to release: HEAD is the commit of `1.5.0`"))
    try project.git("commit", "--quiet", "--allow-empty", "--message", "More")
    try project.expectRelease(["run", "release", "--yes"], of: "1.6.0")
  }

  @Test("includes unplanned stages in `status` and `finish --dry-run`")
  func laterStages() throws {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [{plain: VERSION}]
      lanes:
        release: {steps: [bump: minor, commit, tag, run: {shell: '[ -e ../go ] || kill -9 $PPID'}, push, run: ['true']]}

      """)
    try project.shell("git commit -q -a -m Lane; git push -q origin main")
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    for words in [["status"], ["finish", "--dry-run"]] {
      let text = try project.martlet(words).output
      #expect(text.contains("push main, 1.5.0 → origin, run true\n"), "\(text)")
      #expect(!text.contains("never marked as finished"))
    }
    let json = try project.martlet("status", "--json").output
    #expect(json.contains("\"state\" : \"planned\""), "\(json)")
    try project.shell("touch ../go")
    #expect(try project.martlet("finish", "--yes").status == 0)
    #expect(try isPublic(project))
  }
}

@Suite("A run whose folder changed")
struct MovedRunTests {
  private func killed() throws -> StrangeProject {
    let project = try StrangeProject()
    try project.shell(
      "printf '#!/bin/sh\\n[ -e ../go ] || kill -9 $(ps -o ppid= -p $PPID) $PPID\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    )
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    try project.shell("touch ../go")
    return project
  }

  @Test("is resumed and undone at its new place", arguments: ["finish", "undo"])
  func moved(word: String) throws {
    let project = try killed()
    try project.shell("mv ../work ../moved")
    project.place = "moved"
    let outcome = try project.martlet(word, "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(project.read("VERSION") == (word == "finish" ? "1.5.0\n" : "1.4.2\n"))
  }

  @Test("belongs to its working tree: another one of the repository refuses it")
  func linked() throws {
    let project = try killed()
    try project.shell("git worktree add -q ../linked")
    project.place = "linked"
    for word in ["finish", "undo"] {
      let outcome = try project.martlet(word, "--yes")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("expected in this working tree"), "\(outcome.errors)")
    }
  }

  @Test("keeps the copies of its files if the journal is empty or gone, and names the commands that restore them")
  func lostJournal() throws {
    for damage in [": > $J", "rm $J"] {
      let project = try killed()
      try project.shell("J=$(echo .git/martlet/runs/*/journal.jsonl); \(damage)")
      let before = try project.snapshot()
      for words in [["status"], ["finish", "--yes"], ["undo", "--yes"], ["run", "release", "--yes"]] {
        let outcome = try project.martlet(words)
        #expect(outcome.status == 1)
        let run = try #require(outcome.errors.firstMatch(of: /run (\S+)/)).output.1
        let folder = "$ROOT/work/.git/martlet/runs/\(run)"
        #expect(
          outcome.errors == """
            error: the journal of run \(run) is damaged, and its plan cannot be read
            restore `VERSION`: cp \(folder)/before/1.file VERSION
            hint: see what the run changed with `git status`, restore files from `\(folder)/before`, then move `\(folder)` away
            """)
      }
      #expect(try project.snapshot().differences(from: before) == [])
      try project.shell("cp .git/martlet/runs/*/before/1.file VERSION; mv .git/martlet/runs/* ..")
      #expect(try project.git("status", "--porcelain") == "")
    }
  }
}
