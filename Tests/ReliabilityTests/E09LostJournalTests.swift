import Foundation
import TestSupport
import Testing

@Suite("A run without its journal")
struct E09LostJournalTests {
  private static let releasefile = """
    project: Cool
    manifests: [plain: VERSION]
    lanes:
      release:
        parameters: {notes: {}}
        steps:
          - run: {shell: "echo tested >> ../tested"}
          - bump: minor
          - replace: {file: NOTES, find: none, with: "${notes} on ${date}"}
          - commit
          - tag
          - run: {shell: "echo built >> ../built"}
          - push
          - run: {shell: "[ -e ../server ] || exit 1; echo $MARTLET_VERSION >> ../published", outward: true}
          - run: {shell: "echo $MARTLET_VERSION >> ../announced", outward: true}
          - message: ${version} is out
      mark:
        steps: [tag: "mark-${version}", push]

    """

  /// A release of this project stopped after the push, at the command that publishes; its clone is gone.
  private func lost() throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write("Releasefile", Self.releasefile)
    try project.write("NOTES", "none\n")
    try project.shell("git add -A && git commit -qm Second && git push -q")
    let outcome = try project.martlet("run", "release", "notes=Much", "--yes")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(try project.git("ls-remote", "--tags", "origin", "1.5.0") != "")
    try project.shell("touch ../server; cd ..; rm -rf work; git clone -q origin.git again")
    project.place = "again"
    return project
  }

  private let resume = ["resume", "--lane", "release", "notes=Much", "--yes"]

  @Test("is finished in a new clone, without repeating finished steps")
  func finished() throws {
    let project = try lost()
    let references = try project.git("for-each-ref", "refs/heads", "refs/tags")
    // Only the user can decide whether the command finished.
    let refused = try project.martlet(resume)
    #expect(refused.status == 3)
    #expect(
      refused.errors.hasSuffix(
        """
        error: whether `[ -e ../server ] || exit 1; echo $MARTLET_VERSION >> ../published` finished is unknown
        hint: check it, then repeat this command with `--skip` if it finished, otherwise with `--repeat`
        """), "\(refused.errors)")
    #expect(refused.code == "unknown-outcome")
    #expect(!project.has("../published"))
    #expect(!project.has(".git/martlet"))
    let outcome = try project.martlet(resume + ["--repeat"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(project.read("../published") == "1.5.0\n")
    #expect(project.read("../announced") == "1.5.0\n")
    #expect(project.read("../tested") == "tested\n")
    #expect(project.read("../built") == "built\n")
    #expect(try project.git("for-each-ref", "refs/heads", "refs/tags") == references)
    #expect(try project.git("ls-remote", "origin", "main") == project.git("rev-parse", "HEAD") + "\trefs/heads/main")
    #expect(try project.git("status", "--porcelain") == "")
    #expect(try project.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test("is left as it is when the user declines: the clone has no journal, and the lane can be resumed later")
  func declined() throws {
    let project = try lost()
    let outcome = try project.martlet("resume", "--lane", "release", "notes=Much", "--repeat")
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.errors.contains("error: no terminal to confirm what becomes public: run "), "\(outcome.errors)")
    #expect(!project.has(".git/martlet") && !project.has("../published"))
    #expect(try project.martlet(resume + ["--repeat"]).status == 0)
  }

  @Test("is finished once: a repetition changes nothing")
  func twice() throws {
    let project = try lost()
    #expect(try project.martlet(resume + ["--repeat"]).status == 0)
    let before = try project.snapshot()
    let outcome = try project.martlet(resume + ["--repeat"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(/^nothing to resume: run [0-9a-f-]+ is done$/), "\(outcome.output)")
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test("needs the user's decision about each of several commands, unless one is chosen to run")
  func several() throws {
    let project = try lost()
    let skipped = try project.martlet(resume + ["--skip"])
    #expect(skipped.status == 3, "\(skipped.errors)")
    #expect(
      skipped.errors.contains("whether `echo $MARTLET_VERSION >> ../announced` finished is unknown"),
      "\(skipped.errors)")
    #expect(!project.has("../published") && !project.has("../announced"))
    let outcome = try project.martlet("resume", "--repeat", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!project.has("../published"))
    #expect(project.read("../announced") == "1.5.0\n")
  }

  @Test("has a trailer that git reads, even in a signed tag")
  func trailer() throws {
    let project = try lost()
    let value = try project.git(
      "for-each-ref", "--format=%(contents:trailers:key=Release-Plan,valueonly)", "refs/tags/1.5.0")
    #expect(value.wholeMatch(of: /sha256:[0-9a-f]{64}\n?/) != nil, "\(value)")
    #expect(try project.git("for-each-ref", "--format=%(contents:subject)", "refs/tags/1.5.0") == "Cool 1.5.0")
  }

  @Test("is found after later pushes of others, on a branch at the tag")
  func overtaken() throws {
    let project = try lost()
    try project.shell("git commit -q --allow-empty -m Later && git push -q && git checkout -q -B main 1.5.0")
    let outcome = try project.martlet(resume + ["--repeat"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(project.read("../published") == "1.5.0\n")
    #expect(try project.git("log", "-1", "--format=%s", "origin/main") == "Later")
  }

  @Test("is found by a signed tag")
  func signed() throws {
    let project = try StrangeProject()
    try project.write(
      "Releasefile", Self.releasefile.replacing("- push", with: "- run: {shell: exit 1, outward: true}"))
    try project.write("NOTES", "none\n")
    try project.shell(
      """
      ssh-keygen -q -t ed25519 -N '' -f ../key
      git config gpg.format ssh; git config user.signingkey "$PWD/../key"; git config tag.gpgsign true
      git add -A; git commit -qm Second
      """)
    #expect(try project.martlet("run", "mark", "--yes").status == 0)
    #expect(try project.shell("git cat-file tag mark-1.4.2").contains("-----BEGIN SSH SIGNATURE-----"))
    try project.shell("rm -rf .git/martlet")
    let outcome = try project.martlet("resume", "--lane", "mark", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("found the run by the tag `mark-1.4.2`"), "\(outcome.errors)")
  }

  @Test("is not found with other values of the lane's parameters, and the attempt changes nothing")
  func otherArguments() throws {
    let project = try lost()
    let before = try project.snapshot()
    let outcome = try project.martlet("resume", "--lane", "release", "notes=Little", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.firstMatch(
        of:
          /^error: the plan of lane `release` has the digest sha256:[0-9a-f]{64}, expected sha256:[0-9a-f]{64}, as in the tag `1.5.0`\nhint:/
      )
        != nil, "\(outcome.errors)")
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test("with an incomplete push is pushed, in the clone that created it")
  func notPushed() throws {
    let project = try StrangeProject()
    // The lane decides what follows the tag.
    try project.expectRelease(["run", "local", "--yes"])
    try project.shell("rm -rf .git/martlet")
    let outcome = try project.martlet("resume", "--lane", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0").hasPrefix(project.git("rev-parse", "1.5.0")))
    #expect(try project.git("ls-remote", "origin", "main").hasPrefix(project.git("rev-parse", "HEAD")))
    #expect(try project.git("status", "--porcelain") == "")
  }
}
