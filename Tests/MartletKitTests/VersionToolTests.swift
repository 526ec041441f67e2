import Processes
import TestSupport
import Testing

/// The program of Examples/VersionTool, built with these tests. `scripts/packages library` builds it as a separate package.
@Suite("The example of the library")
struct VersionToolTests {
  private let tool: String
  private let folder = try? TemporaryFolder()

  init() throws {
    tool = try MartletProgram.path(of: "VersionTool")
  }

  private func run(_ words: String...) throws -> CommandResult {
    try Command(tool, words, environment: ["LC_ALL": "C"], directory: try #require(folder).path).run()
  }

  @Test("prints the version and its places, and raises it")
  func raises() throws {
    let folder = try #require(folder)
    try folder.write("Sources/Kit/Version.swift", "let version = \"1.4.2\"\n")
    try folder.write("VERSION", "1.4.2\n")
    let shown = try run(".")
    #expect(
      shown.outputText == "1.4.2\n  Sources/Kit/Version.swift:1:16  1.4.2\n  VERSION:1:1  1.4.2",
      "\(shown.errorText)")
    let raised = try run(".", "minor")
    #expect(raised.outputText == "Sources/Kit/Version.swift  1.4.2 → 1.5.0\nVERSION  1.4.2 → 1.5.0")
    #expect(folder.read("Sources/Kit/Version.swift") == "let version = \"1.5.0\"\n")
    #expect(folder.read("VERSION") == "1.5.0\n")
  }

  @Test("fails with the library's message, and writes nothing")
  func fails() throws {
    let folder = try #require(folder)
    try folder.write("Sources/Kit/Version.swift", "let version = \"1.4.2\"\n")
    let result = try run(".", "release")
    #expect(result.termination == .exited(status: 1))
    #expect(
      result.errorText == """
        error: `release` ends a pre-release, and version `1.4.2` is not one
        hint: raise it with `major`, `minor` or `patch`
        """)
    #expect(folder.read("Sources/Kit/Version.swift") == "let version = \"1.4.2\"\n")
  }
}
