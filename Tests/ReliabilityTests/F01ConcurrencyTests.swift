import TestSupport
import Testing

@Suite("A run with concurrent processes")
struct F01ConcurrencyTests {
  private let project: StrangeProject

  init() throws { project = try StrangeProject() }

  @Test(
    "is complete without memory, or can be finished",
    .enabled(if: Isolation.limitsMemory, "the shell cannot limit memory (`ulimit -v`)"),
    arguments: [60_000, 90_000, 120_000, 200_000])
  func memory(kilobytes: Int) throws {
    let script = "ulimit -v \(kilobytes); \"$0\" \"$@\" > /dev/null 2>&1; true"
    _ = try project.martlet(["run", "release", "--yes"], by: ["sh", "-c", script])
    _ = try project.martlet("finish", "--yes")
    if try project.git("tag", "--list", "1.5.0") == "" {
      try project.expectRelease(["run", "release", "--yes"])
    }
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0^{}").hasPrefix(project.git("rev-parse", "HEAD")))
    #expect(try project.git("rev-list", "--count", "HEAD") == "3")
  }

  @Test(
    "can take a lock left by a dead process, or by another machine",
    arguments: ["run, process 1", "release, process 4194303", "anything at all\n", ""])
  func staleLock(body: String) throws {
    try project.shell("mkdir -p .git/martlet")
    try project.write(".git/martlet/lock", body)
    try project.expectRelease(["run", "release", "--yes"])
  }

  @Test("is refused immediately during another run in the same clone, and names that run")
  func locked() throws {
    try project.write(
      "Releasefile",
      StrangeProject.releasefile.replacing(
        "steps: [bump: minor, commit, tag,",
        with:
          "steps: [bump: minor, run: {shell: '\(MartletProgram.path()) run mark --yes 2> ../second || echo $? >> ../second'}, commit, tag,"
      ))
    try project.shell("git commit -q -a -m Command")
    #expect(try project.martlet("run", "local").status == 0)
    let second = try #require(project.read("../second")).replacing(/process \d+/, with: "process N")
    #expect(
      second == """
        error: another run holds the lock: local, process N
        hint: wait until that run ends; its lock is released automatically, even after a crash
        more: martlet help another-run
        75

        """)
  }

  // A fetch may have read the remote before the release pushed: git then reports that and fails.
  @Test("is not affected by git's gc, fetch and status")
  func busy() throws {
    try project.shell(
      """
      for i in $(seq 40); do git commit -q --allow-empty -m $i; done; git push -q
      (for i in $(seq 20); do git status > /dev/null; git repack -adq; git fetch -q || true; git gc --auto -q; done) & other=$!
      \(MartletProgram.path()) run release --yes; wait $other; git fetch -q
      """)
    #expect(try project.git("log", "-1", "--format=%s %D") == "Version 1.5.0 HEAD -> main, tag: 1.5.0, origin/main")
    #expect(try project.git("fsck", "--strict", "--no-dangling") == "")
    #expect(try project.git("ls-remote", "origin", "refs/heads/main").hasPrefix(project.git("rev-parse", "HEAD")))
  }

  @Test("in a copy of a clone publishes one release, and both copies can report it")
  func copies() throws {
    try project.shell(
      "cp -a . ../copy; echo mine > ../copy/mine; git -C ../copy add mine; git -C ../copy commit -q -m Mine")
    try project.expectRelease(["run", "release", "--yes"])
    let remote = try project.git("ls-remote", "origin")
    project.place = "copy"
    #expect(try project.martlet("run", "release", "--yes").status == 5)
    #expect(try project.git("ls-remote", "origin") == remote)
    #expect(try project.git("tag", "--list", "1.5.0") == "")
    try project.shell("cp -a .git/martlet/runs/. ../work/.git/martlet/runs/")
    project.place = "work"
    let log = try project.martlet("status", "--all")
    #expect(log.status == 0, "\(log.errors)")
    #expect(log.output.split(separator: "\n").count == 2)
  }
}
