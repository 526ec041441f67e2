import Foundation
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("A command of a lane", .timeLimit(.minutes(30)))
struct RunEndTests {
  private let fixture: RunFixture

  init() throws { fixture = try RunFixture() }

  private static let undone = """
    stopped at entry 2, run; nothing is public, and everything was undone
    """

  private func terms(_ change: (inout CommandPolicy) -> Void) -> CommandPolicy {
    var terms = CommandPolicy()
    change(&terms)
    return terms
  }

  @Test(
    "that fails undoes the lane",
    arguments: [
      ("exit 1", "exit status 1"), ("exit 42", "exit status 42"),
      ("kill -9 $$", "killed by SIGKILL"), ("kill -SEGV $$", "killed by SIGSEGV"),
      ("kill -TERM $$", "killed by SIGTERM"),
    ])
  func failure(script: String, how: String) throws {
    let outcome = try fixture.outcome(of: .shell(script))
    #expect(outcome.error == "error: `\(script)` failed: \(how)\n\(Self.undone)")
    #expect(fixture.sandbox.read("VERSION") == "1.0.0\n")
  }

  @Test(
    "may exit with a status that its step allows",
    arguments: [
      (0, [0, 3], nil), (3, [0, 3], nil), (0, [3], "exit status 0, expected 3"),
      (4, [0, 3], "exit status 4, expected 0 or 3"), (1, [0, 2, 3], "exit status 1, expected 0, 2 or 3"),
    ] as [(Int32, [Int32], String?)])
  func allowed(status: Int32, allowed: [Int32], problem: String?) throws {
    let outcome = try fixture.outcome(of: .shell("exit \(status)", terms { $0.allowedStatuses = allowed }))
    #expect(outcome.error == problem.map { "error: `exit \(status)` failed: \($0)\n\(Self.undone)" })
    #expect(fixture.sandbox.read("VERSION") == (problem == nil ? "1.1.0\n" : "1.0.0\n"))
  }

  @Test("is ended after its timeout")
  func timeout() throws {
    let outcome = try fixture.outcome(of: .shell("echo on; sleep 60", terms { $0.timeout = 1 }))
    #expect(outcome.lines == ["on"])
    #expect(
      outcome.error == """
        error: `echo on; sleep 60` failed: timed out after 1 s
        \(Self.undone)
        hint: give it more time with `timeout`
        """)
  }

  @Test(
    "is ended when Martlet receives a signal, and the lane is undone",
    arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")])
  func interruption(signal: Int32, name: String) throws {
    let outcome = try fixture.outcome(of: .shell("echo $$; sleep 60")) { _ in fixture.interruption.request(signal) }
    #expect(outcome.error == "error: interrupted by \(name)\n\(Self.undone)")
    #expect(fixture.sandbox.read("VERSION") == "1.0.0\n")
    let process = try #require(outcome.lines.first.flatMap { Int32($0) })
    #expect(kill(process, 0) == -1)
  }

  @Test("is killed when Martlet must stop immediately, and nothing is undone")
  func urgency() throws {
    let outcome = try fixture.outcome(of: .shell("trap 'echo told' TERM; echo ready; while :; do sleep 0.01; done")) {
      switch $0 {
      case "ready": fixture.interruption.request(SIGINT)
      default: fixture.interruption.sendUrgently(SIGINT)
      }
    }
    #expect(
      outcome.error == """
        error: interrupted by SIGINT
        stopped at entry 2, run; nothing is public, but not everything could be undone; try again with \
        `martlet undo`
        warning: entry 1 (bump) could not be undone: interrupted by SIGINT
        """)
    #expect(fixture.sandbox.read("VERSION") == "1.1.0\n")
  }

  @Test("is not started after a signal")
  func interruptedBefore() throws {
    fixture.interruption.request(SIGTERM)
    let outcome = try fixture.outcome(of: .shell("echo never"))
    #expect(outcome.lines == [])
    #expect(
      outcome.error == """
        error: interrupted by SIGTERM
        stopped at entry 1, bump; nothing was changed
        """)
  }
}

@Suite("A command that cannot be run")
struct RunRefusalTests {
  private let fixture: RunFixture

  init() throws { fixture = try RunFixture() }

  @Test("stops the lane before the first change, if that is detectable")
  func before() throws {
    let before = try fixture.sandbox.git("status", "--porcelain")
    #expect(
      try fixture.outcome(of: .program("no-such-tool", "--x")).error == """
        error: `no-such-tool` could not be run: no program `no-such-tool` in `PATH`
        hint: install it, or add its folder to `PATH`
        """)
    #expect(
      try fixture.outcome(of: .program("cd", "docs")).error == """
        error: `cd` could not be run: `cd` is a shell builtin, not a program
        hint: run the whole line in a shell with `run: {shell: …}`
        """)
    #expect(
      try fixture.outcome(of: .program("true", directory: "docs")).error == """
        error: `true` could not be run: there is no folder `docs`
        hint: create the folder, or name another one in `working_directory`
        """)
    try fixture.sandbox.folder.writeScript("work/release", "echo hello")
    #expect(
      try fixture.outcome(of: .program("release")).error == """
        error: `release` could not be run: no program `release` in `PATH`
        hint: write `./release`: a program outside `PATH` needs its path
        """)
    try fixture.sandbox.remove("release")
    #expect(try fixture.sandbox.git("status", "--porcelain") == before)
  }

  @Test("undoes the lane in other cases")
  func later() throws {
    try fixture.sandbox.write("plain.sh", "echo hello\n")
    try fixture.sandbox.folder.write("work/odd.sh", "#!/nowhere/interpreter\n")
    try fixture.sandbox.setMode(0o755, of: "odd.sh")
    let undone = """
      stopped at entry 2, run; nothing is public, and everything was undone
      """
    #expect(
      try fixture.outcome(of: .program("./plain.sh", "a b")).error == """
        error: `./plain.sh 'a b'` could not be run: `./plain.sh` is not executable
        \(undone)
        hint: make it executable with `chmod +x './plain.sh'`
        """)
    #expect(
      try fixture.outcome(of: .program("scripts/release")).error == """
        error: `scripts/release` could not be run: no program `scripts/release`
        \(undone)
        hint: correct the path; it is relative to the folder that the program runs in
        """)
    #expect(
      try fixture.outcome(of: .program("./odd.sh")).error == """
        error: `./odd.sh` could not be run: the interpreter on the first line of `./odd.sh` does not exist
        \(undone)
        hint: install the interpreter, or correct the line
        """)
    #expect(
      try fixture.outcome(of: .program("true", directory: "VERSION")).error == """
        error: `true` could not be run: there is no folder `VERSION`
        \(undone)
        hint: create the folder, or name another one in `working_directory`
        """)
    #expect(fixture.sandbox.read("VERSION") == "1.0.0\n")
  }

  @Test("is started in its folder, where its path is resolved, too")
  func directory() throws {
    try fixture.sandbox.folder.writeScript("work/docs/tool", "pwd -P")
    #expect(
      try fixture.outcome(of: .program("./tool", directory: "docs")).lines == ["\(fixture.sandbox.path)/docs"])
    #expect(try fixture.outcome(of: .program("docs/tool")).lines == [fixture.sandbox.path])
  }
}
