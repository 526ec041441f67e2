import TestSupport
import Testing

/// What a record can do that anybody has written who may push a reference: another clone than that of its run reads it.
@Suite("A record of another clone", .enabled(if: LoopbackServer.path(of: "python3") != nil))
struct ForeignRecordTests {
  private static let steps = """
          - ensure: {branch: main}
          - bump: minor
          - changelog
          - commit
          - tag
          - push
          - run: {shell: 'echo honest >> ../ran; [ ! -e ../fail ]', outward: true}
          - run: {command: [sh, -c, 'echo "$0" >> "../ran"', 'v=${version}'], outward: true}
          - publish_files: {repository: ../site.git, branch: pages, files: {NOTES: NOTES}}

    """

  private func project(_ steps: String = Self.steps) throws -> StrangeProject {
    let project = try StrangeProject()
    try write(project, steps)
    try project.write("NOTES", "text\n")
    try project.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- One.\n")
    try project.shell(
      """
      git add .; git commit -q -m Notes; git push -q origin main; git clone -q ../origin.git ../second
      git init -q --bare ../site.git; touch ../fail
      """)
    return project
  }

  private func write(_ project: StrangeProject, _ steps: String) throws {
    try project.write(
      "Releasefile",
      "project: Cool\nmanifests: [{plain: VERSION}]\nlanes:\n  release:\n    steps:\n" + steps)
  }

  private func ran(_ project: StrangeProject) throws -> String { try project.shell("cat ../ran 2> /dev/null || true") }

  private func masked(_ outcome: StrangeProject.Outcome) -> String {
    outcome.errors.replacing(#/[0-9]{8}-[0-9]{6}-[0-9a-f]{4}/#, with: "$RUN")
      .replacing(#/process [0-9]+ on `[^`]+`, since [^ ,]+Z/#, with: "$HOLDER")
  }

  @Test("is finished with the plan of the release's own commit, whatever the record says it is")
  func edited() throws {
    for (old, new) in [
      ("echo honest", "echo evil"), ("v=1.5.0", "v=evil"), ("v=${version}", "v=evil"), ("NOTES", "OTHER"),
      ("refs/heads/pages", "refs/heads/main"), ("site.git", "origin.git"),
    ] {
      let project = try project()
      #expect(try project.martlet("run", "release", "--yes").status == 3)
      let main = try project.git("--git-dir=../origin.git", "rev-parse", "main")
      let record = try project.git("--git-dir=../origin.git", "show", "refs/martlet/runs/release:record.jsonl")
      guard record.contains(old) else { continue }
      try project.editRecord(old, new)
      try project.shell("rm ../fail")
      project.place = "second"
      let outcome = try project.martlet("run", "release", "--yes", "--repeat")
      #expect(outcome.status == 0, "\(old): \(outcome.errors)")
      #expect(try ran(project) == "honest\nhonest\nv=1.5.0", "\(old)")
      #expect(try project.git("--git-dir=../origin.git", "rev-parse", "main") == main)
      #expect(try project.git("--git-dir=../site.git", "show", "pages:NOTES") == "text")
      #expect(try project.git("log", "-1", "--format=%s") == "Notes")
      #expect(try project.git("worktree", "list").split(separator: "\n").count == 1)
    }
  }

  @Test("brings no branch: a release that the branch of the Releasefile does not contain is not finished")
  func foreignBranch() throws {
    let project = try project()
    try project.shell(
      """
      git switch -q -c evil; git branch -q --set-upstream-to=origin/evil 2> ../none || true
      sed -i 's/{branch: main}/{branch: evil}/; s/echo honest/echo evil/' Releasefile; git commit -q -a -m Evil
      git push -q -u origin evil
      """)
    #expect(try project.martlet("run", "release", "--yes").status == 3)
    #expect(try ran(project) == "evil")
    project.place = "second"
    #expect(try project.martlet("run", "release", "--yes").status == 75)
    let refused = try project.martlet("finish", "1.5.0", "--yes", "--repeat")
    #expect(refused.status == 3)
    #expect(
      masked(refused) == """
        error: run $RUN has released a commit that neither HEAD nor `main` of `origin` contains
        hint: see it with `git ls-remote origin`; if it is yours, merge it into `main`; otherwise end it with \
        `martlet undo --keep`
        """)
    #expect(try ran(project) == "evil")
    #expect(try project.martlet("undo", "--keep", "--yes").status == 0)
    #expect(try project.openRecords() == "")
    try project.shell("rm ../fail; git push -q origin :1.5.0; git tag -d 1.5.0 2> ../none || true")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try ran(project) == "evil\nhonest\nv=1.5.0")
  }

  @Test(
    "brings no commit: a run that has not pushed is neither adopted nor pushed", arguments: ["run", "finish", "undo"])
  func unpushed(command: String) throws {
    let project = try project()
    let steps =
      "      - run: {command: ['true'], outward: true}\n      - run: {shell: 'echo evil >> ../ran; exit 1'}\n"
    try write(project, Self.steps.replacing("      - push\n", with: steps + "      - push\n"))
    try project.shell("git commit -q -a -m Evil")
    #expect(try project.martlet("run", "release", "--yes").status == 3)
    #expect(try ran(project) == "evil")
    project.place = "second"
    let state = try project.git("--git-dir=../origin.git", "for-each-ref") + project.git("rev-parse", "HEAD")
    let refused = try project.martlet([command] + (command == "run" ? ["release"] : []) + ["--yes"])
    #expect(refused.status == 75, "\(refused.errors)")
    #expect(
      masked(refused)
        == (command == "finish"
          ? """
          error: run $RUN, $HOLDER, has not pushed, so only the clone where it began can finish it
          hint: undo it with `martlet undo`, then run the lane again
          """
          : """
          error: run $RUN, $HOLDER, has not pushed, and has begun: run true
          hint: run `martlet finish` in the clone where the run began, or end it with `martlet undo --keep`, which leaves \
          that as it is
          """))
    #expect(try project.git("--git-dir=../origin.git", "for-each-ref") + project.git("rev-parse", "HEAD") == state)
    #expect(try ran(project) == "evil")
    #expect(try project.martlet("undo", "--keep", "--yes").status == 0)
    try project.shell("rm ../fail")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try ran(project) == "evil\nhonest\nv=1.5.0")
  }

  @Test("whose plan the lane does not have is not finished, and the hint ends it")
  func otherPlan() throws {
    let project = try project()
    #expect(try project.martlet("run", "release", "--yes").status == 3)
    try project.editRecord(#""step":"tag""#, #""step":"run""#)
    project.place = "second"
    let refused = try project.martlet("finish", "--yes", "--repeat")
    #expect(refused.status == 3)
    #expect(
      masked(refused) == """
        error: what is left of run $RUN cannot be planned in this clone: the lane does not plan entry 4 of `run`
        hint: get the same files and run `martlet finish --artifacts FOLDER`; or run `martlet finish` in the clone where \
        the run began; or end the run with `martlet undo --keep`
        """)
    #expect(try project.martlet("undo", "--keep", "--yes").status == 0)
    #expect(try project.openRecords() == "")
  }

  @Test("that names another server is only shown")
  func status() throws {
    let project = try project()
    #expect(try project.martlet("run", "release", "--yes").status == 3)
    try project.editRecord(#""remote":"origin""#, #""remote":"ext::touch ../touched""#)
    project.place = "second"
    let shown = try project.martlet("status")
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains("\npublic: push main, 1.5.0 → "), "\(shown.output)")
    try project.shell("rm ../fail")
    #expect(try project.martlet("run", "release", "--yes", "--repeat").status == 0)
    #expect(!project.has("../touched"))
  }
}
