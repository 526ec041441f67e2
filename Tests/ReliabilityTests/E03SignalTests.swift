import TestSupport
import Testing

@Suite("A run that receives a signal")
struct E03SignalTests {
  private let project: StrangeProject

  init() throws { project = try StrangeProject() }

  /// Gives lane `local` a command between its bump and its commit.
  private func add(_ script: String) throws {
    try project.write(
      "Releasefile",
      StrangeProject.releasefile.replacing(
        "steps: [bump: minor, commit, tag,", with: "steps: [bump: minor, run: {shell: \"\(script)\"}, commit, tag,"))
    try project.shell("git commit -q -a -m Command")
  }

  @Test(
    "undoes its changes and reports that, for any signal and for several",
    arguments: [
      ("INT", 1, 130), ("INT", 2, 130), ("TERM", 1, 143), ("TERM", 2, 143), ("HUP", 1, 129), ("QUIT", 1, 131),
    ] as [(String, Int, Int32)])
  func signal(name: String, times: Int, status: Int32) throws {
    try add(String(repeating: "kill -\(name) $PPID; ", count: times) + "sleep 30")
    let before = try project.snapshot()
    let outcome = try project.martlet("run", "local")
    #expect(outcome.status == status)
    #expect(
      outcome.errors.hasSuffix(
        """
        error: interrupted by SIG\(name)
        stopped at entry 2, run; nothing is public, and everything was undone
        """), "\(outcome.errors)")
    #expect(try project.snapshot().differences(from: before) == [])
    #expect(try project.shell("find . -name '*.lock' -o -name '.martlet-*'") == "")
  }

  @Test("undoes its commit and its tag, too, as long as nothing is public")
  func signalAfterCommit() throws {
    try project.write(
      "Releasefile",
      StrangeProject.releasefile.replacing(
        "steps: [bump: minor, commit, tag,",
        with: "steps: [bump: minor, commit, tag, run: {shell: \"kill -INT $PPID; sleep 30\"},"))
    try project.shell("git commit -q -a -m Command")
    let outcome = try project.martlet("run", "local")
    #expect(outcome.status == 130)
    #expect(
      outcome.errors.hasSuffix(
        """
        error: interrupted by SIGINT
        stopped at entry 4, run; nothing is public, and everything was undone
        """), "\(outcome.errors)")
    #expect(try project.git("log", "-1", "--format=%s") == "Command")
    #expect(try project.git("tag", "--list", "1.5.0") == "")
    #expect(try project.git("status", "--porcelain") == "")
  }

  @Test("is called at work by `status`, which offers no command, until it has ended")
  func atWork() throws {
    try add("touch ../waiting; while [ -e ../waiting ]; do sleep 0.05; done")
    let program = try MartletProgram.path()
    try project.shell(
      """
      ('\(program)' run local > ../first 2>&1; touch ../ended) > ../none 2>&1 &
      n=0; while [ ! -e ../waiting ] && [ $n -lt 2000 ]; do n=$((n + 1)); sleep 0.05; done
      """)
    let status = try project.martlet("status").output
    let doctor = try project.martlet("doctor", "--offline").output
    try project.shell(
      "rm ../waiting; n=0; while [ ! -e ../ended ] && [ $n -lt 2000 ]; do n=$((n + 1)); sleep 0.05; done")
    #expect(status.contains(/\(`local`, [0-9.]+\) is at work: local, process [0-9]+\n/), "\(status)")
    #expect(!status.contains("martlet finish") && !status.contains("martlet undo"), "\(status)")
    #expect(doctor.contains(/ok +runs +one is at work: local, process [0-9]+\n/), "\(doctor)")
    #expect(try project.martlet("status").output.contains(" is done"))
  }

  @Test("leaves no child process, nor a child's child", .enabled(if: ReferenceProgram("ps") != nil, "there is no `ps`"))
  func orphans() throws {
    try add("sleep 3607.25 & sleep 3608.25 & kill -TERM $PPID; wait")
    #expect(try project.martlet("run", "local").status == 143)
    #expect(try project.shell("ps -A -o args= | grep '^sleep 360[78]' || true") == "")
  }

  @Test(
    "may lose the reader of its output, which is not an error",
    arguments: ["plan local", "plan --list", "help steps", "schema", "--help"])
  func brokenPipe(words: String) throws {
    let script = "{ \"$0\" \(words); echo $? > ../status; } | true"
    let outcome = try project.martlet([], by: ["sh", "-c", script])
    #expect(outcome.errors == "")
    #expect(["0\n", "141\n"].contains(project.read("../status")))
  }

  @Test("is not blocked by a hook that prints endlessly and leaves a child behind")
  func talkativeHook() throws {
    try project.shell(
      """
      printf '#!/bin/sh\\nsleep 3609.25 & head -c 100000000 /dev/zero | tr "\\\\000" x\\n' > .git/hooks/pre-commit
      chmod +x .git/hooks/pre-commit
      """)
    try project.expectRelease()
    try project.shell("pkill -f 'sleep 3609[.]25' || true")
  }
}
