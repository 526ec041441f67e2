import TestSupport
import Testing

@Suite("Consent: nothing becomes public without a yes")
struct ConsentTests {
  @Test("without a terminal, `--yes` is needed before anything is done", arguments: [[], ["--no-input"]])
  func withoutTerminal(words: [String]) throws {
    let project = try StrangeProject()
    let before = try project.snapshot()
    let outcome = try project.martlet(["run", "release"] + words)
    #expect(outcome.status == 64)
    #expect(
      outcome.errors == """
        error: no terminal to confirm what becomes public: push main, 1.5.0 → origin
        hint: show the plan with `--dry-run`, then repeat the command with `--yes`
        """)
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test("a public command after other commands is detected in advance, and no command runs")
  func foreseen() throws {
    let project = try StrangeProject()
    try project.write(
      "Releasefile", "lanes: {up: {steps: [run: [touch, ran], run: {command: [touch, sent], outward: true}]}}\n")
    let outcome = try project.martlet("run", "up")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("confirm what becomes public: run touch sent\n"), "\(outcome.errors)")
    #expect(!project.has("ran") && !project.has("sent"))
  }

  @Test("`finish` needs it for everything that it publishes")
  func resumed() throws {
    let project = try StrangeProject()
    try project.shell(
      "printf '#!/bin/sh\\n[ -e ../go ] || kill -9 $(ps -o ppid= -p $PPID) $PPID\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
    )
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    try project.shell("touch ../go")
    let outcome = try project.martlet("finish")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("hint: show the plan with `--dry-run`, then repeat the command with `--yes`"))
    #expect(try project.git("--git-dir=../origin.git", "tag") == "1.4.2")
    #expect(try project.martlet("finish", "--yes").status == 0)
  }

  @Test("a declined `finish` changes nothing, also with `--skip`, and a skipped command needs no confirmation")
  func declined() throws {
    let project = try StrangeProject()
    let killed = "run: {shell: '[ -e ../go ] || kill -9 $PPID', outward: true}"
    try project.write("Releasefile", "lanes: {a: {steps: [\(killed), run: {command: [touch, sent], outward: true}]}}\n")
    #expect(try project.martlet("run", "a", "--yes").status == 137)
    func journal() throws -> String { try project.shell("cat .git/martlet/runs/*/journal*") }
    let before = try journal()
    let outcome = try project.martlet("finish", "--skip")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains("no terminal to confirm what becomes public: run touch sent\n"), "\(outcome.errors)")
    #expect(try journal() == before && !project.has("sent"))
    #expect(try project.martlet("finish", "--skip", "--yes").status == 0)
    #expect(project.has("sent"))

    try project.write("Releasefile", "lanes: {b: {steps: [\(killed)]}}\n")
    #expect(try project.martlet("run", "b", "--yes").status == 137)
    #expect(try project.martlet("finish", "--skip").status == 0)
  }

  @Test("a read-only command never runs a program that prints a secret")
  func secretPrograms() throws {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      """
      environments:
        values: config.yml
        secrets: {Key: {command: [sh, -c, 'touch ../ran; echo 0123456789abcdef'], embed: true}}
        outputs: [{env: .env.generated}]
      lanes: {make: {steps: [generate_config: {environment: Beta}]}}

      """)
    try project.write("config.yml", "Common: {Name: a}\nBeta: {Name: b}\n")
    try project.write(".gitignore", ".env.generated\n")
    for words in [
      ["plan", "make"], ["run", "make", "--dry-run"], ["config", "generate", "--env", "Beta", "--dry-run"],
      ["config", "check", "--stale"], ["check"], ["status"],
    ] {
      let outcome = try project.martlet(words)
      #expect(try project.shell("test -e ../ran && echo ran || echo not") == "not", "\(words): \(outcome)")
    }
    let plan = try project.martlet("plan", "make")
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(
      plan.output.contains(
        "the contents of `.env.generated` are not known before the run, because programs provide `Key`"),
      "\(plan.output)")
    #expect(!plan.output.contains("0123456789abcdef"))
    let run = try project.martlet("run", "make")
    #expect(run.status == 0, "\(run.errors)")
    #expect(project.read(".env.generated")?.contains("0123456789abcdef") == true)
  }
}

@Suite("Before its first command, a run checks")
struct PreflightTests {
  private func project(_ setup: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [{plain: VERSION}]
      lanes:
        release: {steps: [bump: minor, run: [touch, ran], commit, tag, push]}

      """)
    try project.shell("git commit -q -a -m Lane; git push -q origin main; \(setup)")
    return project
  }

  @Test(
    "the push in a lane with an earlier command",
    arguments: [
      ("rm -rf ../origin.git", "error: "),
      ("git clone -q ../origin.git ../c; cd ../c; git tag 1.5.0; git push -q origin 1.5.0", "1.5.0"),
      ("git tag 1.5.0 $(git commit-tree -m Other 'HEAD^{tree}')", "1.5.0"),
      (
        "git clone -q ../origin.git ../c; cd ../c; git commit -q --allow-empty -m Theirs; git push -q origin main",
        "main"
      ),
      ("git config user.signingKey none; git config tag.gpgSign true; git config gpg.program false", "sign"),
      ("git --git-dir=../origin.git config receive.advertiseAtomic false", "atomic push"),
      (
        "git config core.hooksPath .husky/_",
        "`core.hooksPath` is set to `.husky/_`, expected an existing folder, because no hook would run"
      ),
    ])
  func beforeTheCommand(setup: String, word: String) throws {
    let project = try project(setup)
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
    #expect(!project.has("ran"), "\(setup): \(outcome.errors)")
    #expect(project.read("VERSION") == "1.4.2\n")
  }

  @Test("the identity of the user")
  func identity() throws {
    let project = try project("git config user.name ''; git config user.email ''; git config user.useConfigOnly true")
    project.environment = project.environment.filter {
      !$0.key.hasPrefix("GIT_AUTHOR") && !$0.key.hasPrefix("GIT_COMMITTER")
    }
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status != 0)
    #expect(!project.has("ran"), "\(outcome.errors)")
  }
}
