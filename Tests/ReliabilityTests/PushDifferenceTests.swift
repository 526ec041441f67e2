import TestSupport
import Testing

/// Runs that stopped around their push, and whose remote has changed since.
@Suite("A run whose remote is not as its journal says")
struct PushDifferenceTests {
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
          - run: {shell: 'echo upload >> ../uploads; [ ! -e ../fail ]', outward: true}

    """

  /// A project and a second clone of it, `second`.
  private func project(_ releasefile: String = Self.releasefile) throws -> StrangeProject {
    try .withSecondClone(releasefile)
  }

  /// A project whose run was killed before its first push has arrived.
  private func killedBeforePush() throws -> StrangeProject {
    let project = try project()
    try project.write("../origin.git/hooks/pre-receive", "#!/bin/sh\nrm \"$0\"\nkill -9 $(cat ../pid)\nexit 1\n")
    try project.shell("chmod +x ../origin.git/hooks/pre-receive")
    let killed = try project.martlet(
      ["run", "release", "--yes"], by: ["sh", "-c", "echo $$ > ../pid; exec \"$@\"", "sh"])
    #expect(killed.status == 137)
    return project
  }

  private func uploads(_ project: StrangeProject) throws -> String {
    try project.shell("cat ../uploads 2> /dev/null || true")
  }

  private func records(_ project: StrangeProject) throws -> String { try project.openRecords() }

  @Test("does not repeat what another clone has finished in between, with the same commit and tag")
  func finishedElsewhere() throws {
    let project = try killedBeforePush()
    project.place = "second"
    #expect(try project.martlet("run", "release", "--yes").status == 0)
    project.place = "work"
    let ended = try project.martlet("run", "release", "--yes")
    #expect(ended.status == 0)
    #expect(ended.errors.contains(" was finished or ended in another clone, and was ended here"), "\(ended.errors)")
    #expect(ended.output.contains("nothing to release: HEAD is the commit of `1.5.0`"), "\(ended.output)")
    #expect(try uploads(project) == "upload")
  }

  @Test("is finished after a push by hand if the user says that no other clone has run the command")
  func pushedByHand() throws {
    let project = try killedBeforePush()
    try project.git("push", "-q", "--atomic", "origin", "main", "1.5.0")
    #expect(try project.martlet("finish", "--yes").code == "unknown-outcome")
    #expect(try uploads(project) == "")
    let finished = try project.martlet("finish", "--repeat", "--yes")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try uploads(project) == "upload")
    #expect(try records(project) == "")
  }

  @Test("pushes only the tag if the branch has its commit, and others have pushed on top")
  func overtaken() throws {
    let project = try killedBeforePush()
    try project.shell(
      """
      git push -q origin main; cd ../second; git pull -q
      git commit -q --allow-empty -m Other; git push -q origin main
      """)
    let tip = try project.git("--git-dir=../origin.git", "rev-parse", "main")
    let finished = try project.martlet("run", "release", "--yes")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try project.git("--git-dir=../origin.git", "rev-parse", "main") == tip)
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0") != "")
    #expect(try uploads(project) == "upload")
  }

  @Test("stops if the tag that it has pushed is gone, and the hint brings it back", arguments: ["work", "second"])
  func removedTag(place: String) throws {
    let project = try project()
    try project.shell("touch ../fail")
    #expect(try project.martlet("run", "release", "--yes").status == 3)
    try project.shell("git push -q origin :refs/tags/1.5.0; rm ../fail")
    let tag = try project.git("rev-parse", "--short=7", "refs/tags/1.5.0")
    project.place = place
    let stopped = try project.martlet("finish", "1.5.0", "--yes", "--skip")
    #expect(stopped.status == 3)
    #expect(
      stopped.errors.contains("`origin` does not have `refs/tags/1.5.0` any more, which run "), "\(stopped.errors)")
    #expect(
      stopped.errors.hasSuffix(
        "hint: push it again with `git push origin \(tag):refs/tags/1.5.0`\(place == "work" ? "" : " in the clone where the run began"), "
          + "or end the run with `martlet undo --keep`"), "\(stopped.errors)")
    project.place = "work"
    try project.git("push", "-q", "origin", "\(tag):refs/tags/1.5.0")
    project.place = place
    let finished = try project.martlet("finish", "1.5.0", "--yes", "--skip")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try records(project) == "")
  }

  @Test("is finished in a second clone that is behind, also after a refused `undo` there")
  func refusedUndo() throws {
    let project = try project()
    try project.shell("touch ../fail")
    #expect(try project.martlet("run", "release", "--yes").status == 3)
    try project.shell("rm ../fail")
    project.place = "second"
    let undo = try project.martlet("undo", "--yes")
    #expect(undo.errors.hasSuffix("hint: finish the run with `martlet finish`, and fix it in the next version"))
    let finished = try project.martlet("finish", "--skip", "--yes")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try project.git("log", "-1", "--format=%s") == "Lanes")
    #expect(try project.git("--git-dir=../origin.git", "log", "-1", "--format=%s") == "Version 1.5.0")
  }

  @Test("is ended in any clone with `undo --keep`, which ends its record", arguments: ["work", "second"])
  func ended(place: String) throws {
    let project = try project()
    try project.shell("touch ../fail")
    #expect(try project.martlet("run", "release", "--yes").status == 3)
    #expect(try records(project) != "")
    project.place = place
    let ended = try project.martlet("undo", "--keep", "--yes")
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(try records(project) == "")
    #expect(try project.martlet("finish", "--yes").output == "nothing to finish: every run has ended")
  }

  @Test("is finished by the main working tree if its own was removed")
  func removedWorkTree() throws {
    let project = try project()
    try project.shell("touch ../fail; git switch -q -c side; git worktree add -q ../tree main")
    project.place = "tree"
    #expect(try project.martlet("run", "release", "--yes").status == 3)
    project.place = "work"
    try project.shell("rm -r ../tree ../fail; git worktree prune; git switch -q main")
    let finished = try project.martlet("run", "release", "--yes", "--skip")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try records(project) == "")
  }
}
