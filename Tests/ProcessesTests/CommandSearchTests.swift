import Processes
import TestSupport
import Testing

@Suite("The search for a program")
struct CommandSearchTests {
  @Test("uses the PATH of the command's environment")
  func path() throws {
    let folder = try TemporaryFolder()
    try folder.writeScript("bin/tool", "echo found")
    let command = Command("tool", environment: ["PATH": "/nowhere:\(folder.path)/bin"])
    #expect(try command.executablePath() == "\(folder.path)/bin/tool")
    #expect(try command.run().outputText == "found")
    #expect(command.canBeFound)
  }

  @Test("skips folders, files that are not executable, and relative entries", arguments: [".", "", "bin"])
  func passedOver(entry: String) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("one/tool")
    try folder.write("two/tool", "")
    try folder.writeScript("tool", "echo wrong")
    try folder.writeScript("bin/tool", "echo wrong")
    try folder.writeScript("three/tool", "echo right")
    let path = "\(entry):\(folder.path)/one:\(folder.path)/two:\(folder.path)/three"
    let command = Command("tool", environment: ["PATH": path], directory: folder.path)
    #expect(try command.run().outputText == "right")
  }

  @Test("skips a relative entry that leads to the program from this process's folder, too")
  func relative() throws {
    let folder = try TemporaryFolder()
    try folder.writeScript("bin/tool", "echo wrong")
    let up = String(repeating: "../", count: 40)
    let command = Command("tool", environment: ["PATH": "\(up)\(folder.path.dropFirst())/bin"])
    #expect(throws: ProcessError.programNotFound("tool")) { try command.executablePath() }
  }

  @Test("reports what is missing")
  func missing() {
    let error = #expect(throws: ProcessError.self) {
      try Command("no-such-tool", environment: ["PATH": "/usr/bin"]).run()
    }
    #expect(error?.description == "no program `no-such-tool` in `PATH`")
    let other = #expect(throws: ProcessError.self) { try Command("/no/such/tool", environment: [:]).run() }
    #expect(other?.description == "no program `/no/such/tool`")
    #expect(!Command("/no/such/tool", environment: [:]).canBeFound)
  }
}
