import Foundation
import Processes
import TestSupport
import Testing

@Suite("A command")
struct CommandRunTests {
  private static let environment = ["PATH": "/usr/bin:/bin"]

  private func shell(_ script: String) -> Command {
    Command("sh", ["-c", script], environment: Self.environment)
  }

  @Test("returns its exit status", arguments: [0, 1, 7, 255])
  func status(status: Int32) throws {
    let result = try shell("exit \(status)").run()
    #expect(result.termination == .exited(status: status))
    #expect(result.succeeded == (status == 0))
  }

  @Test("returns the signal that ended it")
  func killed() throws {
    let result = try shell("kill -9 $$").run()
    #expect(result.termination == .killed(signal: 9))
    #expect(result.termination.description == "killed by SIGKILL")
  }

  @Test("separates output and errors")
  func streams() throws {
    let result = try shell("echo out; echo err >&2").run()
    #expect(result.outputText == "out")
    #expect(result.errorText == "err")
  }

  @Test("keeps output and errors in order if they are combined")
  func together() throws {
    var command = shell("echo 1; echo 2 >&2; echo 3")
    command.streams = .capturedTogether
    #expect(try command.run().outputText == "1\n2\n3")
  }

  @Test("may write much to both streams while it reads much")
  func muchOfAll() throws {
    var command = shell("cat; head -c 3000000 /dev/zero >&2")
    let input = [UInt8](repeating: 0x61, count: 3_000_000)
    command.input = .bytes(input)
    let result = try command.run()
    #expect(result.output == input)
    #expect(result.errors.count == 3_000_000)
  }

  @Test("is read to its end, but only up to a limit")
  func limit() throws {
    var command = shell("head -c 3000000 /dev/zero; echo done >&2")
    command.captureLimit = 1000
    let result = try command.run()
    #expect(result.output.count == 1000)
    #expect(result.errorText == "done")
    #expect(result.succeeded)
  }

  @Test("need not read its input")
  func brokenPipe() throws {
    var command = shell("exec 0<&-; exit 3")
    command.input = .bytes([UInt8](repeating: 0, count: 1_000_000))
    #expect(try command.run().termination == .exited(status: 3))
  }

  @Test("reads nothing by default")
  func noInput() throws {
    #expect(try Command("cat", environment: Self.environment).run().output.isEmpty)
  }

  @Test("has only the given environment")
  func environment() throws {
    let command = Command("env", environment: ["PATH": "/usr/bin:/bin", "NAME": "a=b c"])
    #expect(Set(try command.run().outputText.split(separator: "\n")) == ["PATH=/usr/bin:/bin", "NAME=a=b c"])
  }

  @Test("receives its arguments unchanged")
  func arguments() throws {
    let arguments = ["", " ", "$HOME", "`id`", "a\nb", "-x", "é"]
    let result = try Command("printf", ["%s\\0"] + arguments, environment: Self.environment).run()
    #expect(result.output == arguments.flatMap { Array($0.utf8) + [0] })
  }

  @Test("starts in its folder")
  func directory() throws {
    let folder = try TemporaryFolder()
    let command = Command("pwd", ["-P"], environment: Self.environment, directory: folder.path)
    #expect(try command.run().outputText == folder.path)
  }

  @Test("does not outlive a background process that holds its streams open")
  func background() throws {
    let result = try shell("sleep 60 & echo $!").run()
    #expect(result.succeeded)
    let process = try #require(Int32(result.outputText))
    #expect(kill(process, SIGKILL) == 0)
  }

  @Test("does not outlive a background process that never stops writing")
  func noisyBackground() throws {
    var command = shell("echo first; yes & exit 4")
    command.captureLimit = 6
    let result = try command.run()
    #expect(result.termination == .exited(status: 4))
    #expect(result.outputText == "first")
  }

  @Test("is read to its last byte", arguments: [1, 4096, 65536, 65537, 200_000])
  func lastByte(count: Int) throws {
    for _ in 0..<20 {
      #expect(try shell("head -c \(count) /dev/zero; exit 0").run().output.count == count)
    }
  }

  @Test(
    "has its own session unless it is interactive", .enabled(if: ReferenceProgram("ps") != nil, "there is no `ps`"),
    arguments: [true, false])
  func session(isInteractive: Bool) throws {
    var command = shell("ps -o sid= -p $$ || ps -o sess= -p $$")
    command.isInteractive = isInteractive
    var started: Int32 = 0
    let result = try command.run { started = $0 }
    let session = Int32(result.outputText.filter { $0 != " " })
    #expect((session == started) == !isInteractive)
  }

  @Test("inherits only the three standard descriptors")
  func descriptors() throws {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let result = try shell("for file in 0 1 2 3 4 5 6 7 8 9; do (: <&$file) 2>/dev/null && echo $file; done").run()
    #expect(result.outputText == "0\n1\n2")
  }

  @Test("can be a script without a first line that names its interpreter")
  func plainScript() throws {
    let folder = try TemporaryFolder()
    try folder.write("script", "echo \"$1\"\n")
    try folder.setMode(0o755, of: "script")
    let result = try Command("\(folder.path)/script", ["hello"], environment: Self.environment).run()
    #expect(result.outputText == "hello")
  }

  @Test("handles signals normally, even if this process does not")
  func pipeSignal() throws {
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    #expect(try shell("kill -PIPE $$; echo survived").run().termination == .killed(signal: SIGPIPE))
  }

  @Test("with a NUL byte is refused")
  func nul() {
    let variables = Self.environment.merging(["A": "a\0b"]) { $1 }
    for (arguments, environment) in [(["a\0b"], Self.environment), ([], variables)] {
      let error = #expect(throws: ProcessError.self) {
        try Command("echo", arguments, environment: environment).run()
      }
      #expect(error == .containsNUL(program: "echo"))
    }
    let error = ProcessError.containsNUL(program: "echo")
    #expect(error.description == "an argument or variable for `echo` holds a NUL byte")
  }

  @Test("in a missing folder is refused")
  func noDirectory() {
    let error = #expect(throws: ProcessError.self) {
      try Command("pwd", environment: Self.environment, directory: "/nowhere/at/all").run()
    }
    #expect(error?.description == "no folder `/nowhere/at/all` to run a program in")
  }

  @Test("that cannot be executed reports the reason")
  func notExecutable() throws {
    let folder = try TemporaryFolder()
    try folder.write("program", "#!/nowhere/interpreter\n")
    try folder.setMode(0o755, of: "program")
    try folder.write("plain", "#!/bin/sh\n")
    try folder.makeFolder("folder")
    let refusals = [
      "./program": "the interpreter on the first line of `./program` does not exist",
      "./plain": "`./plain` is not executable",
      "./folder": "`./folder` is not executable",
      "./plain/x": "no program `./plain/x`",
    ]
    for (program, words) in refusals {
      let error = #expect(throws: ProcessError.self) {
        try Command(program, environment: Self.environment, directory: folder.path).run()
      }
      #expect(error?.description == words)
    }
  }

  @Test("with a path is resolved in its folder")
  func pathFromFolder() throws {
    let folder = try TemporaryFolder()
    try folder.writeScript("inner/tool", "echo here")
    let command = Command("inner/tool", environment: Self.environment, directory: folder.path)
    #expect(try command.executablePath() == "\(folder.path)/inner/tool")
    #expect(try command.run().outputText == "here")
  }
}
