import TestSupport
import Testing

@Suite("A server that accepts and never responds")
struct H1SilentServerTests {
  private let project: StrangeProject
  private let server: SilentServer

  init() throws {
    project = try StrangeProject()
    server = try SilentServer()
  }

  private func answer(while what: String) -> String {
    "`origin` (`127.0.0.1:\(server.port)`) did not answer for 1 s while \(what)"
  }

  @Test("stops a release at its time limit, is named, and leaves nothing behind", arguments: ["http", "git"])
  func release(scheme: String) throws {
    try project.git("remote", "set-url", "origin", "\(scheme)://127.0.0.1:\(server.port)/work.git")
    let before = try project.snapshot()
    let outcome = try project.martlet("run", "release", "--yes", "--timeout", "1")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: \(answer(while: "rehearsing the push"))\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains("hint: try again, or wait longer with `--timeout 300`"))
    #expect(outcome.code == "unreachable")
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test("does not block commands for a stopped run", arguments: ["status", "finish"])
  func stoppedRun(command: String) throws {
    try project.shell(
      "printf '#!/bin/sh\\nkill -9 $PPID\\n' > .git/hooks/pre-push; chmod +x .git/hooks/pre-push")
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    try project.shell("rm .git/hooks/pre-push")
    try project.git("remote", "set-url", "origin", "http://127.0.0.1:\(server.port)/work.git")
    let words = [command, "--timeout", "1"] + (command == "status" ? [] : ["--yes"])
    let outcome = try project.martlet(words)
    #expect("\(outcome.output)\n\(outcome.errors)".contains(answer(while: "reading its references")), "\(outcome)")
    #expect((outcome.status == 0) == (command == "status"))
  }

  @Test("has a limit that is a number of seconds", arguments: ["0", "-1", "x", "86401"])
  func badLimit(seconds: String) throws {
    let outcome = try project.martlet("status", "--timeout=\(seconds)")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(seconds), "\(outcome.errors)")
  }
}
