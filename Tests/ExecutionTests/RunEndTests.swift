import Foundation
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("A command of a lane", .timeLimit(.minutes(30)))
struct RunEndTests {
  private let fixture: RunFixture

  init() throws { fixture = try RunFixture() }

  private static let takenBack = """
    stopped at entry 2, run; nothing is public, and all that was done has been taken back
    """

  private func terms(_ change: (inout CommandTerms) -> Void) -> CommandTerms {
    var terms = CommandTerms()
    change(&terms)
    return terms
  }

  @Test(
    "that fails takes the lane back",
    arguments: [
      ("exit 1", "exit status 1"), ("exit 42", "exit status 42"),
      ("kill -9 $$", "killed by SIGKILL"), ("kill -SEGV $$", "killed by SIGSEGV"),
      ("kill -TERM $$", "killed by SIGTERM"),
    ])
  func failure(script: String, how: String) throws {
    let outcome = try fixture.outcome(of: .shell(script))
    #expect(outcome.error == "error: `\(script)` failed: \(how)\n\(Self.takenBack)")
    #expect(fixture.sandbox.read("VERSION") == "1.0.0\n")
  }

  @Test(
    "may exit as its step allows",
    arguments: [
      (0, [0, 3], nil), (3, [0, 3], nil), (0, [3], "exit status 0, expected 3"),
      (4, [0, 3], "exit status 4, expected 0 or 3"), (1, [0, 2, 3], "exit status 1, expected 0, 2 or 3"),
    ] as [(Int32, [Int32], String?)])
  func allowed(status: Int32, allowed: [Int32], problem: String?) throws {
    let outcome = try fixture.outcome(of: .shell("exit \(status)", terms { $0.allowedStatuses = allowed }))
    #expect(outcome.error == problem.map { "error: `exit \(status)` failed: \($0)\n\(Self.takenBack)" })
    #expect(fixture.sandbox.read("VERSION") == (problem == nil ? "1.1.0\n" : "1.0.0\n"))
  }

  @Test("is ended after its time")
  func timeout() throws {
    let outcome = try fixture.outcome(of: .shell("echo on; sleep 60", terms { $0.timeout = 1 }))
    #expect(outcome.lines == ["on"])
    #expect(
      outcome.error == """
        error: `echo on; sleep 60` failed: timed out after 1 s
        \(Self.takenBack)
        hint: give it more time with `timeout`
        """)
  }

  @Test(
    "is ended when Martlet is asked to stop, and the lane is taken back",
    arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")])
  func interruption(signal: Int32, name: String) throws {
    let outcome = try fixture.outcome(of: .shell("echo $$; sleep 60")) { _ in fixture.interruption.request(signal) }
    #expect(outcome.error == "error: interrupted by \(name)\n\(Self.takenBack)")
    #expect(fixture.sandbox.read("VERSION") == "1.0.0\n")
    let process = try #require(outcome.lines.first.flatMap { Int32($0) })
    #expect(kill(process, 0) == -1)
  }

  @Test("is killed when Martlet is asked to stop at once, and nothing is taken back")
  func urgency() throws {
    let outcome = try fixture.outcome(of: .shell("trap 'echo told' TERM; echo ready; while :; do sleep 0.01; done")) {
      switch $0 {
      case "ready": fixture.interruption.request(SIGINT)
      default: fixture.interruption.insist(SIGINT)
      }
    }
    #expect(
      outcome.error == """
        error: interrupted by SIGINT
        stopped at entry 2, run; nothing is public, but not all that was done could be taken back; `martlet undo` \
        tries again
        warning: entry 1 (bump) could not be taken back: interrupted by SIGINT
        """)
    #expect(fixture.sandbox.read("VERSION") == "1.1.0\n")
  }

  @Test("is not begun when Martlet has been asked to stop")
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

@Suite("A command of a lane that cannot be run")
struct RunRefusalTests {
  private let fixture: RunFixture

  init() throws { fixture = try RunFixture() }

  @Test("stops the lane before anything is done, when that can be seen then")
  func before() throws {
    let before = try fixture.sandbox.git("status", "--porcelain")
    #expect(
      try fixture.outcome(of: .program("no-such-tool", "--x")).error == """
        error: `no-such-tool` could not be run: no program `no-such-tool` in `PATH`
        hint: install it, or add the folder that it is in to `PATH`
        """)
    #expect(
      try fixture.outcome(of: .program("cd", "docs")).error == """
        error: `cd` could not be run: `cd` is no program but a word of the shell
        hint: give the shell the whole line, with `run: {shell: …}`
        """)
    #expect(
      try fixture.outcome(of: .program("true", directory: "docs")).error == """
        error: `true` could not be run: there is no folder `docs`
        hint: make the folder, or name another in `working_directory`
        """)
    try fixture.sandbox.folder.writeScript("work/release", "echo hello")
    #expect(
      try fixture.outcome(of: .program("release")).error == """
        error: `release` could not be run: no program `release` in `PATH`
        hint: write `./release`: what is not in `PATH` needs its path
        """)
    try fixture.sandbox.remove("release")
    #expect(try fixture.sandbox.git("status", "--porcelain") == before)
  }

  @Test("takes the lane back otherwise")
  func later() throws {
    try fixture.sandbox.write("plain.sh", "echo hello\n")
    try fixture.sandbox.folder.write("work/odd.sh", "#!/nowhere/interpreter\n")
    try fixture.sandbox.setMode(0o755, of: "odd.sh")
    let takenBack = """
      stopped at entry 2, run; nothing is public, and all that was done has been taken back
      """
    #expect(
      try fixture.outcome(of: .program("./plain.sh", "a b")).error == """
        error: `./plain.sh 'a b'` could not be run: `./plain.sh` is not executable
        \(takenBack)
        hint: make it executable with `chmod +x './plain.sh'`
        """)
    #expect(
      try fixture.outcome(of: .program("scripts/release")).error == """
        error: `scripts/release` could not be run: no program `scripts/release`
        \(takenBack)
        hint: correct the path; it starts from the folder that the program is run in
        """)
    #expect(
      try fixture.outcome(of: .program("./odd.sh")).error == """
        error: `./odd.sh` could not be run: the interpreter that the first line of `./odd.sh` names is not there
        \(takenBack)
        hint: install the interpreter, or correct the line
        """)
    #expect(
      try fixture.outcome(of: .program("true", directory: "VERSION")).error == """
        error: `true` could not be run: there is no folder `VERSION`
        \(takenBack)
        hint: make the folder, or name another in `working_directory`
        """)
    #expect(fixture.sandbox.read("VERSION") == "1.0.0\n")
  }

  @Test("starts in its folder, and its path starts there")
  func directory() throws {
    try fixture.sandbox.folder.writeScript("work/docs/tool", "pwd -P")
    #expect(
      try fixture.outcome(of: .program("./tool", directory: "docs")).lines == ["\(fixture.sandbox.path)/docs"])
    #expect(try fixture.outcome(of: .program("docs/tool")).lines == [fixture.sandbox.path])
  }
}
