import Foundation
import Processes
import TestSupport
import Testing

/// The scripts that decide which libraries are in a shipped program.
@Suite("A shipped program")
struct LinkedLibrariesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func script(_ name: String, _ words: String...) throws -> CommandResult {
    try Command(
      "\(ProjectFolder.path)/scripts/\(name)", words, environment: ProcessInfo.processInfo.environment,
      directory: folder.path
    ).run()
  }

  @Test("has the licences of the libraries in it, each once, and the texts that must be with it")
  func licences() throws {
    for (name, version) in [("libgit2", "1.9.7"), ("yaml-0.1", "0.2.5")] {
      try folder.write("\(name).pc", "Name: x\nDescription: x\nVersion: \(version)\nCflags:\n")
    }
    let result = try script(
      "third-party", folder.path, "/a/libgit2.a", "/b/libswiftCore.a", "/b/libswiftSynchronization.a", "/c/libyaml.a")
    #expect(result.succeeded, "\(result.errorText)")
    let lines = result.outputText.split(separator: "\n")
    #expect(
      lines.dropFirst().prefix(2) == [
        "Swift: Apache-2.0 WITH Swift-exception", "libgit2 1.9.7: GPL-2.0-only WITH GCC-exception-2.0",
      ])
    #expect(lines.filter { $0.hasPrefix("## ") } == ["## libgit2", "## libyaml"])
    for name in ["libgit2", "libyaml"] {
      let text = try #require(ProjectFolder.read("packaging/licences/\(name).txt"))
      #expect(result.outputText.contains(text.trimmingCharacters(in: .newlines)))
    }
    try folder.write("THIRD-PARTY", result.outputText)
    #expect(
      try script("third-party", "versions", "\(folder.path)/THIRD-PARTY").outputText == "libgit2 1.9.7\nlibyaml 0.2.5")
  }

  @Test("must not contain a library whose licence is unknown")
  func unknownLicence() throws {
    let result = try script("third-party", folder.path, "/a/libgit2.a", "/opt/lib/libreadline.a")
    #expect(result.termination == .exited(status: 1))
    #expect(
      result.errorText == """
        error: the program contains `libreadline.a`, whose licence is unknown: /opt/lib/libreadline.a
        hint: add it to packaging/libraries
        """)
    #expect(result.outputText == "")
  }

  @Test("has the texts of all licences that are listed")
  func list() throws {
    let lines = try #require(ProjectFolder.read("packaging/libraries")).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
    let columns = lines.map { $0.split(separator: "|", omittingEmptySubsequences: false) }
    #expect(columns.allSatisfy { $0.count == 5 })
    let texts = Set(columns.map { String($0[4]) }).subtracting([""])
    #expect(texts == Set(ProjectFolder.files(in: "packaging/licences").map { "licences/\($0)" }))
  }

  #if os(Linux)
    @Test("is not packed if it needs libraries that not every system has")
    func portability() throws {
      // The program that is tested needs libgit2 of this system.
      let result = try script("dist", MartletProgram.path(), "\(folder.path)/out")
      #expect(result.termination == .exited(status: 1))
      let lines = result.errorText.split(separator: "\n")
      #expect(
        lines.first?.hasPrefix("error: the binary needs other libraries than libc, libm, libgcc_s and ld-linux: ")
          == true)
      #expect(lines.first?.contains("libgit2.so") == true)
      #expect(lines.last == "hint: build it with `scripts/build shipped`, which links them into it")
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out"))
    }
  #endif
}
