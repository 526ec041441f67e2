import Foundation
import Processes
import TestSupport
import Testing

/// The README is held against the program: what it shows is what happens, and where it points to is something.
@Suite("The README")
struct ReadmeTests {
  private let text: String

  init() throws {
    text = try #require(ProjectFolder.read("README.md"))
  }

  @Test("shows commands with what they print on the sample app")
  func consoleBlocks() throws {
    let blocks = Self.blocks(of: "console", in: text)
    #expect(blocks.count >= 2)
    for block in blocks {
      let world = try GoldenWorld(example: "Examples/CoolApp")
      for (command, expected) in Self.commands(in: block) {
        let words = command.split(separator: " ").map(String.init)
        let result = try world.martlet(Array(words.dropFirst())).run()
        #expect(result.succeeded, "\(command)\n\(result.errorText)")
        #expect(String(decoding: result.output, as: UTF8.self) == expected, "\(command)")
      }
    }
  }

  @Test("names commands and options that the program has")
  func tableOfCommands() throws {
    let commands = text.matches(of: /\| `martlet ([^`]+)` \|/).map { String($0.output.1) }
    #expect(commands.count >= 9)
    for command in commands where !command.hasPrefix("init") {
      let example = command.contains("--env") ? "Examples/ConfigApp" : "Examples/CoolApp"
      let world = try GoldenWorld(example: example)
      let result = try world.martlet(command.split(separator: " ").map(String.init) + ["--no-input"]).run()
      let isAsking = command == "run release"
      #expect(
        result.succeeded || (isAsking && result.termination == .exited(status: 64)), "\(command): \(result.errorText)")
    }
  }

  @Test("shows a Releasefile that can be used")
  func releasefile() throws {
    let block = try #require(Self.blocks(of: "yaml", in: text).first)
    let world = try GoldenWorld(example: "Examples/CoolApp", files: ["Releasefile": Data(block.utf8)])
    let result = try world.martlet(["plan", "release"]).run()
    #expect(result.succeeded && result.outputText.contains(/tag +v1\.5\.0 at the commit of/), "\(result.errorText)")
  }

  @Test("names only make targets that there are")
  func makeTargets() throws {
    let makefile = try #require(ProjectFolder.read("Makefile"))
    for target in text.matches(of: /make ([a-z]+)/).map({ String($0.output.1) }) where target != "and" {
      #expect(makefile.contains("\n\(target):"), "\(target)")
    }
  }

  @Test(
    "and the other documents point to what is there", arguments: ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
  func links(document: String) throws {
    let text = try #require(ProjectFolder.read(document))
    for target in text.matches(of: /\]\(([^)#]+)[^)]*\)/).map({ String($0.output.1) }) where !target.contains("://") {
      #expect(FileManager.default.fileExists(atPath: "\(ProjectFolder.path)/\(target)"), "\(target)")
    }
  }

  /// The contents of the fenced blocks of a language.
  private static func blocks(of language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }

  /// Each command after a `$ `, and the lines that follow it.
  private static func commands(in block: String) -> [(command: String, output: String)] {
    block.components(separatedBy: "$ ").dropFirst().map { part in
      let lines = part.components(separatedBy: "\n")
      return (lines[0], lines.dropFirst().joined(separator: "\n"))
    }
  }
}
