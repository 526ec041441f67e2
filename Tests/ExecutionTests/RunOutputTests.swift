import Foundation
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("The output of a command", .timeLimit(.minutes(30)))
struct RunOutputTests {
  private let fixture: RunFixture

  init() throws { fixture = try RunFixture() }

  @Test("is shown line by line, output and errors in order")
  func lines() throws {
    let outcome = try fixture.outcome(of: .shell("echo one; echo two >&2; echo; echo three"))
    #expect(outcome.lines == ["one", "two", "", "three"])
    #expect(outcome.error == nil)
    #expect(outcome.outputs == [:])
  }

  @Test("is shown immediately")
  func streaming() throws {
    // It continues only after its first line is shown.
    let outcome = try fixture.outcome(of: .shell("echo one; until test -e shown; do sleep 0.01; done; echo two")) { _ in
      _ = FileManager.default.createFile(atPath: "\(fixture.sandbox.path)/shown", contents: nil)
    }
    #expect(outcome.lines == ["one", "two"])
  }

  @Test(
    "is shown to the last byte",
    arguments: [
      ("printf 'a\\nb'", ["a", "b"]), ("printf 'a\\nb\\n'", ["a", "b"]), ("printf a; exit 3", ["a"]),
      ("printf a; kill -9 $$", ["a"]), ("true", []), ("echo", [""]),
    ])
  func partialLine(script: String, lines: [String]) throws {
    #expect(try fixture.outcome(of: .shell(script)).lines == lines)
  }

  @Test("does not delay the lane for background processes")
  func background() throws {
    let outcome = try fixture.outcome(of: .shell("sleep 60 & echo $!"))
    #expect(outcome.error == nil)
    let process = try #require(outcome.lines.first.flatMap { Int32($0) })
    #expect(kill(process, SIGKILL) == 0)
  }

  @Test("of any size is shown in little memory")
  func size() throws {
    var (count, longest) = (0, 0)
    let script = "head -c 20000000 /dev/zero | tr '\\\\0' x; yes 12345678901234567890 | head -n 500000"
    let workspace = try Workspace(containing: fixture.sandbox.path, environment: fixture.environment)
    let reporter = CallbackReporter { _ in
    } commandDidWrite: { output in
      count += output.lines.reduce(0) { $0 + $1.count }
      longest = max(longest, output.lines.map(\.count).max() ?? 0)
    }
    let entry = Plan.Entry(number: 1, stage: 1, step: "run", effect: .runCommand(.shell(script)))
    let plan = Plan(title: "lane", version: nil, entries: [entry], remarks: [], isConfirmed: true)
    let start = RunStart(title: "lane")
    _ = try Transaction.prepare(PlannedStage(plan), in: workspace, beginning: start).apply(reporter: reporter)
    #expect(count == 20_000_000 + 500_000 * 20)
    #expect(longest == LineSplitter.limit)
  }
}

@Suite("The captured output of a command", .timeLimit(.minutes(30)))
struct RunCaptureTests {
  private let fixture: RunFixture

  init() throws { fixture = try RunFixture() }

  @Test(
    "is kept exactly, without trailing line feeds",
    arguments: [
      ("printf 'a b'", "a b"), ("printf 'a\\n\\n'", "a"), ("printf '\\n a \\nb \\r\\n'", "\n a \nb \r"), ("true", ""),
      ("printf '\\303\\251\\033[1m'", "é\u{1B}[1m"), ("echo; echo", ""),
    ])
  func exact(script: String, output: String) throws {
    let outcome = try fixture.outcome(of: .captured(script))
    #expect(outcome.outputs == [2: output])
    #expect(outcome.lines == [])
  }

  @Test("is not shown, but errors are")
  func errors() throws {
    let outcome = try fixture.outcome(of: .captured("echo out; echo err >&2"))
    #expect(outcome.outputs == [2: "out"])
    #expect(outcome.lines == ["err"])
  }

  @Test("contains secrets unmasked, because it is a value")
  func secret() throws {
    let secrets = RunSecrets(byEntry: [2: ["T": Secret("canary-7f3a")]], known: [])
    let outcome = try fixture.outcome(of: .captured("echo \"$T\"; echo \"$T\" >&2"), secrets: secrets)
    #expect(outcome.outputs == [2: "canary-7f3a"])
    #expect(outcome.lines == ["***"])
    // The journal stays on the disk, so it has the output of other commands only.
    let journal = try fixture.sandbox.shell("cat .git/martlet/runs/*/journal.jsonl")
    #expect(journal.contains(#""entry":2"#) && !journal.contains("canary-7f3a"))
  }

  @Test("is limited to one MiB")
  func limit() throws {
    let most = try fixture.outcome(of: .captured("head -c 1048576 /dev/zero | tr '\\\\0' x"))
    #expect(most.outputs[2]?.utf8.count == 1 << 20)
    #expect(
      try fixture.outcome(of: .captured("yes")).error == """
        error: `yes` wrote more than 1024 KiB to its captured output
        stopped at entry 2, run; nothing is public, and everything was undone
        hint: let it write a file instead, and name the file in `outputs`
        """)
    #expect(fixture.sandbox.read("VERSION") == "1.0.0\n")
  }

  @Test("must be UTF-8")
  func invalid() throws {
    #expect(
      try fixture.outcome(of: .captured("printf 'a\\377'")).error == """
        error: `printf 'a\\377'` wrote bytes that are not UTF-8 to its captured output
        stopped at entry 2, run; nothing is public, and everything was undone
        hint: let it write a file instead, and name the file in `outputs`
        """)
  }
}
