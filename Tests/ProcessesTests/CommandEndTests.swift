import Foundation
import Processes
import TestSupport
import Testing

@Suite("A command that is ended before its time", .timeLimit(.minutes(30)))
struct CommandEndTests {
  private func shell(_ script: String) -> Command {
    var command = Command("sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
    command.gracePeriod = .milliseconds(200)
    return command
  }

  @Test(
    "reports its timeout, with any exit status",
    arguments: [
      "sleep 60", "trap '' TERM; sleep 60; echo survived", "trap 'exit 0' TERM; sleep 60 & wait",
      "exec >&- 2>&-; sleep 60",
    ])
  func timeout(script: String) throws {
    var command = shell(script)
    command.timeout = .milliseconds(100)
    let result = try command.run()
    #expect(result.termination == .timedOut(after: .milliseconds(100)))
    #expect(result.termination.description == "timed out after 0.1 s")
    #expect(!result.succeeded)
    // A process that ignores the first signal is killed.
    #expect(result.outputText == "")
  }

  @Test(
    "reports how long it was silent when it was ended for that",
    arguments: ["exec tail -f /dev/null", "echo one; exec tail -f /dev/null", "exec >&- 2>&-; sleep 60"])
  func silence(script: String) throws {
    var command = shell(script)
    command.idleLimit = .milliseconds(100)
    command.timeout = .seconds(3600)
    #expect(try command.run().termination == .timedOut(after: .milliseconds(100)))
  }

  /// It runs longer than the silence limit, which is long enough for a busy machine.
  @Test("is not ended for silence while it writes")
  func talkative() throws {
    var command = shell("i=0; while [ $i -lt 50 ]; do echo $i; sleep 0.1; i=$((i+1)); done")
    command.idleLimit = .seconds(4)
    let result = try command.run()
    #expect(result.termination == .exited(status: 0))
    #expect(result.outputText.hasSuffix("49"))
  }

  @Test("prints whole seconds without a fraction")
  func seconds() {
    #expect(CommandResult.Termination.timedOut(after: .seconds(90)).description == "timed out after 90 s")
  }

  @Test("with enough time ends normally")
  func timely() throws {
    var command = shell("echo done; exit 3")
    command.timeout = .seconds(30)
    let result = try command.run()
    #expect(result.termination == .exited(status: 3))
    #expect(result.outputText == "done")
  }

  @Test("may write in its remaining time")
  func lastWords() throws {
    let interruption = try Interruption()
    var command = shell("trap 'echo bye; exit 1' TERM; echo ready; sleep 60 & wait")
    command.interruption = interruption
    command.gracePeriod = .seconds(3600)
    var output = ""
    let termination = try command.run { _, bytes throws(ProcessError) in
      output += String(decoding: bytes, as: UTF8.self)
      // Before that its handler may not be installed.
      if output.contains("ready") { interruption.request(SIGTERM) }
    }
    #expect(termination == .interrupted(signal: SIGTERM))
    #expect(output == "ready\nbye\n")
  }

  @Test(
    "ends with all processes that it started", .enabled(if: ReferenceProgram("ps") != nil, "there is no `ps`"),
    arguments: [
      "sleep 3600 & echo $!; wait", "trap '' TERM; sleep 3600 & echo $!; sleep 3600",
      // It ignores the signal before it writes its number.
      "(trap '' TERM; exec sh -c 'echo $$; exec sleep 3600') & wait",
    ])
  func group(script: String) throws {
    let interruption = try Interruption()
    var command = shell(script)
    command.interruption = interruption
    var background: Int32?
    let termination = try command.run { _, bytes throws(ProcessError) in
      background = Int32(String(decoding: bytes, as: UTF8.self).filter(\.isNumber))
      interruption.request(SIGINT)
    }
    #expect(termination == .interrupted(signal: SIGINT))
    #expect(termination.description == "interrupted by SIGINT")
    // A killed process is there until the system gets to it, which takes time on a busy machine.
    let process = try #require(background)
    let end = ContinuousClock.now + .seconds(60)
    while try isAlive(process), .now < end { usleep(10_000) }
    #expect(try !isAlive(process))
  }

  @Test("is killed if there is no time left to terminate")
  func urgent() throws {
    let interruption = try Interruption()
    var command = shell("trap 'echo told' TERM; echo ready; while :; do sleep 0.01; done")
    command.interruption = interruption
    command.gracePeriod = .seconds(3600)
    let termination = try command.run { _, bytes throws(ProcessError) in
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("ready") { interruption.request(SIGTERM) }
      if text.contains("told") { interruption.sendUrgently(SIGINT) }
    }
    #expect(termination == .interrupted(signal: SIGTERM))
  }

  @Test("is ended at its start if the process has already received a signal")
  func before() throws {
    var command = shell("sleep 60")
    let interruption = try Interruption()
    interruption.request(SIGTERM)
    command.interruption = interruption
    #expect(try command.run().termination == .interrupted(signal: SIGTERM))
  }

  @Test("is ended if its listener stops")
  func refusal() throws {
    var pieces = 0
    let error = #expect(throws: ProcessError.self) {
      try shell("yes").run { _, _ throws(ProcessError) in
        pieces += 1
        throw .tooMuchOutput(limit: 5)
      }
    }
    #expect(error == .tooMuchOutput(limit: 5))
    #expect(pieces == 1)
  }

  @Test("is read immediately, each stream separately")
  func listening() throws {
    let folder = try TemporaryFolder()
    // It continues only after its first output was read.
    var command = shell("echo one; until test -e heard; do sleep 0.01; done; echo two >&2")
    command.directory = folder.path
    var output: [String] = []
    let termination = try command.run { stream, bytes throws(ProcessError) in
      output.append("\(stream) \(String(decoding: bytes, as: UTF8.self))")
      _ = FileManager.default.createFile(atPath: "\(folder.path)/heard", contents: nil)
    }
    #expect(termination == .exited(status: 0))
    #expect(output == ["output one\n", "errors two\n"])
  }

  /// Whether the process exists and is not a zombie.
  private func isAlive(_ process: Int32) throws -> Bool {
    guard kill(process, 0) == 0 else { return false }
    let state = try Command("ps", ["-o", "stat=", "-p", "\(process)"], environment: ["PATH": "/usr/bin:/bin"]).run()
    return !state.outputText.contains("Z")
  }
}
