import Foundation
import TestSupport
import Testing

/// The record of a run on its remote: which of several clones performs what is left of a lane.
@Suite("The record of a run that other clones find")
struct SharedRecordTests {
  private static let upload =
    "echo upload >> ../uploads; [ ! -e ../wait ] || { touch ../waiting; while [ -e ../wait ]; do sleep 0.05; done; }; [ ! -e ../fail ]"
  private static let releasefile = """
    project: Cool
    manifests: [{plain: VERSION}]
    lanes:
      release:
        steps:
          - bump: minor
          - commit
          - tag
          - push
          - run: {shell: '\(upload)', outward: true}
          - run: {shell: 'echo post >> ../posts', outward: true}

    """

  /// A project and a second clone of it, `second`.
  private func project(_ releasefile: String = Self.releasefile) throws -> StrangeProject {
    try .withSecondClone(releasefile)
  }

  /// Starts a run whose first command for a server fails.
  private func stop(_ project: StrangeProject, _ arguments: String...) throws {
    try project.shell("touch ../fail")
    #expect(try project.martlet(["run", "release", "--yes"] + arguments).status == 3)
  }

  private func records(_ project: StrangeProject) throws -> String { try project.openRecords() }

  /// Starts the lane in several clones at once, and returns the exit statuses in order.
  private func race(_ clones: [String], in project: StrangeProject) throws -> [Int] {
    let program = try MartletProgram.path()
    let runs = clones.map {
      "(cd ../\($0); '\(program)' run release --yes > ../out-\($0) 2>&1 && echo 0 > ../status-\($0) || echo $? > ../status-\($0)) > ../none 2>&1 &"
    }
    try project.shell(runs.joined(separator: "\n") + "\nwait")
    return try clones.map { clone in
      try #require(Int(project.shell("cat ../status-\(clone)").trimmingCharacters(in: .whitespacesAndNewlines)))
    }
  }

  /// With a command before the push, a run asks the remote whether the command has pushed: there is the tag of the winner.
  @Test(
    "of clones that release the same commit at once with the same identity, one makes the release, once",
    arguments: ["bump: minor", "run: ['true']\n      - bump: minor"])
  func race(steps: String) throws {
    for round in 1...3 {
      let project = try project(Self.releasefile.replacing("bump: minor", with: steps))
      try project.shell("git clone -q ../origin.git ../third")
      let statuses = try race(["work", "second", "third"], in: project)
      let comment = Comment("round \(round): \(statuses)\n\(try project.shell("cat ../out-*"))")
      #expect(statuses.count { $0 == 0 } == 1, comment)
      #expect(statuses.allSatisfy { [0, 5, 75].contains($0) }, comment)
      #expect(try project.shell("cat ../uploads ../posts") == "upload\npost", comment)
      #expect(try records(project) == "")
    }
  }

  @Test("is held while its process is at work; a user who knows better finishes it, and that process stops")
  func takeOver() throws {
    let project = try project()
    try project.shell("touch ../wait")
    let program = try MartletProgram.path()
    try project.shell(
      """
      ('\(program)' run release --yes > ../first 2>&1 && echo 0 > ../first-status || echo $? > ../first-status) > ../none 2>&1 &
      n=0; while [ ! -e ../waiting ] && [ $n -lt 2000 ]; do n=$((n + 1)); sleep 0.05; done
      """)
    #expect(try records(project) == "refs/martlet/runs/release")
    project.place = "second"
    let held = try project.martlet("run", "release", "--yes")
    #expect(held.status == 75, "\(held.errors)")
    #expect(held.code == "another-run")
    #expect(
      held.errors.hasSuffix(
        "hint: wait until it has ended; if its process is not at work any more, finish it with `martlet finish 1.5.0`"),
      "\(held.errors)")
    #expect(
      try project.martlet("status").output.hasSuffix(
        "\n  martlet finish 1.5.0  finish it here, if that process is not at work any more"))
    let taken = try project.martlet("finish", "1.5.0", "--yes", "--skip")
    #expect(taken.status == 0, "\(taken.errors)")
    try project.shell(
      "rm ../wait; n=0; while [ ! -e ../first-status ] && [ $n -lt 2000 ]; do n=$((n + 1)); sleep 0.05; done")
    #expect(try project.shell("cat ../first-status") == "3")
    #expect(try project.shell("cat ../uploads ../posts") == "upload\npost")
    #expect(try records(project) == "")
    // The first clone knows then that the run is over.
    project.place = "work"
    #expect(try project.martlet("status").output.contains("\n  over      it is done, in another process\n"))
    let ended = try project.martlet("run", "release", "--yes")
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(try project.shell("cat ../uploads ../posts") == "upload\npost")
  }

  @Test("moves on the server as the model of the tests does: a claim, the push, each effect, the end")
  func moves() throws {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [{plain: VERSION}]
      lanes:
        release:
          steps:
            - bump: minor
            - commit
            - tag
            - push
            - run: {shell: 'echo one >> ../order', outward: true}
            - run: {shell: 'echo two >> ../order', outward: true}

      """)
    try project.shell("git commit -q -a -m Lanes; git push -q origin main")
    try project.write(
      "../origin.git/hooks/post-receive",
      """
      #!/bin/sh
      while read -r old new name; do
        case "$name" in refs/martlet/*) ;; *) continue ;; esac
        kind=move
        case "$old" in *[!0]*) ;; *) kind=claim ;; esac
        case "$new" in *[!0]*) ;; *) kind=deleted ;; esac
        echo "$kind" >> \(project.folder)/../order
      done

      """)
    try project.shell("chmod +x ../origin.git/hooks/post-receive")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.shell("cat ../order") == "claim\nmove\nmove\none\nmove\ntwo\nmove")
  }

  @Test("is not needed: a run stops before a command that others see if its push would be refused after it")
  func movedBranch() throws {
    let project = try StrangeProject.withSecondClone(
      Self.releasefile.replacing("      - push\n", with: "").replacing(
        "      - run: {shell: 'echo post", with: "      - push\n      - run: {shell: 'echo post"))
    try project.write(
      ".git/hooks/post-commit",
      "#!/bin/sh\nunset $(git rev-parse --local-env-vars); cd ../second && git commit -q --allow-empty -m Other && git push -q origin main\n"
    )
    try project.shell("chmod +x .git/hooks/post-commit")
    let head = try project.git("rev-parse", "HEAD")
    let stopped = try project.martlet("run", "release", "--yes")
    #expect(stopped.status == 5, "\(stopped.errors)")
    #expect(stopped.code == "push-behind")
    #expect(stopped.errors.contains("; nothing is public, and everything was undone\n"), "\(stopped.errors)")
    #expect(try project.shell("cat ../uploads 2> /dev/null || true") == "")
    #expect(try project.git("rev-parse", "HEAD") == head)
    #expect(try records(project) == "")
  }

  @Test("is asked about each command that no service shows, if it was deleted after another clone had finished the run")
  func deletedAfterEnd() throws {
    let project = try project()
    try stop(project)
    try project.shell("rm ../fail")
    project.place = "second"
    #expect(try project.martlet("finish", "1.5.0", "--yes", "--repeat").status == 0)
    try project.git("push", "-q", "origin", ":refs/martlet/runs/release")
    project.place = "work"
    #expect(try project.martlet("finish", "--yes").code == "unknown-outcome")
    let ended = try project.martlet("finish", "--yes", "--skip")
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(try project.shell("cat ../uploads ../posts") == "upload\nupload\npost")
  }

  @Test("is asked about later commands before the lane is claimed again, so that the answer counts")
  func deletedBeforeLaterStage() throws {
    let project = try project(Self.releasefile.replacing("shell: 'echo post >> ../posts'", with: "command: [poster]"))
    project.environment["PATH", default: ""] += ":\(project.root)/bin"
    // The program is missing, so the stage does not begin.
    let stopped = try project.martlet("run", "release", "--yes")
    #expect(stopped.status == 3, "\(stopped.errors)")
    try project.write("../bin/poster", "#!/bin/sh\necho post >> '\(project.root)/posts'\n")
    try project.shell("chmod +x ../bin/poster")
    project.place = "second"
    #expect(try project.martlet("finish", "1.5.0", "--yes", "--repeat").status == 0)
    try project.git("push", "-q", "origin", ":refs/martlet/runs/release")
    project.place = "work"
    for _ in 0..<2 { #expect(try project.martlet("finish", "--yes").code == "unknown-outcome") }
    #expect(try project.martlet("finish", "--yes", "--skip").status == 0)
    #expect(try project.shell("cat ../uploads ../posts") == "upload\npost")
  }

  @Test("of another run stays when the run of this clone is ended or undone", arguments: [["--keep"], []])
  func otherRun(options: [String]) throws {
    let project = try project()
    try project.write(".git/hooks/post-commit", "#!/bin/sh\nrm \"$0\"\n\(StrangeProject.kill(in: "post-commit"))\n")
    try project.shell("chmod +x .git/hooks/post-commit")
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    project.place = "second"
    try stop(project)
    project.place = "work"
    let ended = try project.martlet(["undo", "--yes"] + options)
    // The other run has made the same commit, which is public.
    #expect(ended.status == (options.isEmpty ? 1 : 0), "\(ended.errors)")
    #expect(try records(project) == "refs/martlet/runs/release")
    #expect(try project.martlet("finish", "", "--yes", "--skip").status != 0)
  }

  @Test("leads on when a stopped run is finished in one clone, then in another one")
  func turns() throws {
    let project = try project()
    try stop(project)
    project.place = "second"
    #expect(try project.martlet("run", "release", "--yes").code == "unknown-outcome")
    let failed = try project.martlet("run", "release", "--yes", "--repeat")
    #expect(failed.status == 3, "\(failed.errors)")
    project.place = "work"
    try project.shell("rm ../fail")
    let outcome = try project.martlet("run", "release", "--yes", "--repeat")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.shell("cat ../uploads ../posts") == "upload\nupload\nupload\npost")
    #expect(try records(project) == "")
  }

  @Test("is left out if the server takes no such references, as the hint of the error says")
  func refused() throws {
    let project = try project()
    try project.git("--git-dir=../origin.git", "config", "receive.hideRefs", "refs/martlet")
    let before = try project.git("for-each-ref") + project.git("ls-remote", "origin")
    let refused = try project.martlet("run", "release", "--yes")
    #expect(refused.status == 1, "\(refused.errors)")
    #expect(
      refused.errors.contains("error: `origin` refuses `refs/martlet/runs/release`, which records the run: "),
      "\(refused.errors)")
    #expect(
      refused.errors.hasSuffix(
        "hint: let the server accept `refs/martlet/*`, or set `record: none` in the Releasefile: then only the clone that began a "
          + "run can finish it"), "\(refused.errors)")
    #expect(try project.git("for-each-ref") + project.git("ls-remote", "origin") == before)
    try project.write("Releasefile", "record: none\n" + Self.releasefile)
    try project.shell("git commit -q -a -m Record; git push -q origin main")
    try stop(project)
    #expect(try project.git("ls-remote", "origin", "refs/martlet/*") == "")
    let outcome = try project.martlet("run", "release", "--yes", "--skip")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("contains no file of the project, no path of the machine and no secret")
  func contents() throws {
    let project = try project(
      Self.releasefile.replacing("- bump", with: "- replace: {file: NOTES, find: old, with: PUBLIC-TEXT}\n      - bump")
    )
    try project.write("NOTES", "old\n")
    try project.shell("git add NOTES; git commit -q -m Notes; git push -q origin main")
    project.environment["DEPLOY_TOKEN"] = "s3cr3t-value"
    try stop(project)
    let record = try project.git("--git-dir=../origin.git", "show", "refs/martlet/runs/release:record.jsonl")
    let contents = Data("PUBLIC-TEXT\n".utf8).base64EncodedString()
    #expect(record.contains("\"planned\"") && record.contains("refs/tags/1.5.0"))
    for text in [contents, "s3cr3t-value", project.root, "manifests: "] {
      #expect(!record.contains(text), "\(text)")
    }
  }

  @Test("with a command that the Releasefile of the release does not have brings that of the Releasefile")
  func otherCommand() throws {
    let project = try project(Self.releasefile.replacing("    steps:", with: "    allow_dirty: true\n    steps:"))
    try project.shell("sed -i 's/echo upload/echo stolen/' Releasefile")
    try stop(project)
    try project.shell("rm ../fail")
    project.place = "second"
    let finished = try project.martlet("run", "release", "--yes", "--repeat")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try project.shell("cat ../uploads ../posts") == "stolen\nupload\npost")
    #expect(try records(project) == "")
  }

  @Test(
    "is ended when the run is ended without undoing it, in its own clone or another one",
    arguments: ["work", "second"])
  func ended(place: String) throws {
    let project = try project()
    try stop(project)
    project.place = place
    let outcome = try project.martlet("undo", "--keep", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try records(project) == "")
    project.place = "second"
    #expect(try project.martlet("doctor").output.contains("\nok    runs         none is unfinished\n"))
  }

  @Test("that is left is named by `doctor`, with the command that finishes it")
  func doctor() throws {
    let project = try project()
    try stop(project)
    project.place = "second"
    let report = try project.martlet("doctor").output
    #expect(
      report.contains(
        "; its record is `refs/martlet/runs/release` on `origin`\n      hint: finish it with `martlet finish 1.5.0`\n"),
      "\(report)")
  }

  @Test("is not resumed with other values of the lane's parameters")
  func otherArguments() throws {
    let project = try project(
      Self.releasefile.replacing("release:\n", with: "release:\n    parameters: {part: {}, note: {}}\n")
        .replacing("bump: minor", with: "bump: \"${part}\""))
    try stop(project, "part=minor")
    for place in ["work", "second"] {
      project.place = place
      let refused = try project.martlet("run", "release", "part=major", "--yes")
      #expect(refused.status == 75)
      #expect(
        refused.maskedErrors.hasPrefix(
          "error: the release 1.5.0 of the lane `release` is pushed and not finished: run $RUN, process "),
        "\(refused.errors)")
      #expect(
        refused.errors.hasSuffix("hint: finish it with `martlet finish 1.5.0`, then run the lane again"),
        "\(refused.errors)")
    }
    #expect(try project.martlet("run", "release", "note=New", "--yes").status == 75)
    let finished = try project.martlet("run", "release", "part=minor", "--yes", "--skip")
    #expect(finished.status == 0, "\(finished.errors)")
  }
}

extension StrangeProject.Outcome {
  /// The errors with `$RUN` instead of the ids of runs.
  fileprivate var maskedErrors: String { errors.replacing(/[0-9]{8}-[0-9]{6}-[0-9a-f]{4}/, with: "$RUN") }
}
