import Foundation
import TestSupport
import Testing

/// The limits of what a user has to read.
@Suite("The size of the interface")
struct CommandCountTests {
  @Test("is at most 20 commands in the help")
  func commands() throws {
    let world = try GoldenWorld(example: nil)
    let help = try withExtendedLifetime(world) { try $0.martlet(["help"]).run().outputText }
    let list = help.components(separatedBy: "SUBCOMMANDS:").dropFirst().joined()
    let commands = list.matches(of: #/\n  ([a-z]+) /#).map { String($0.output.1) }
    #expect(commands.contains("run") && commands.contains("help"))
    #expect(commands.count <= 20, "\(commands)")
  }

  @Test("is at most 27 steps in the list of the help")
  func steps() throws {
    let world = try GoldenWorld(example: nil)
    let list = try withExtendedLifetime(world) { try $0.martlet(["help", "steps"]).run().outputText }
    let steps = list.split(separator: "\n").compactMap {
      $0.firstMatch(of: #/^([a-z_]+)  /#).map { String($0.output.1) }
    }
    #expect(steps.contains("publish_release") && steps.contains("app_store_release"))
    #expect(steps.count <= 27, "\(steps)")
  }

  /// The pages are those of readers: README.md and everything below `docs` except the benchmarks, without comments.
  @Test("is at most 35,000 words in README.md and docs")
  func words() throws {
    let docs = try FileManager.default.subpathsOfDirectory(atPath: "\(ProjectFolder.path)/docs").map { "docs/\($0)" }
    let pages = ["README.md"] + docs.filter { $0.hasSuffix(".md") && !$0.hasSuffix("/benchmarks.md") }
    #expect(pages.count > 20)
    let counts = try pages.map { page in
      let text = try #require(ProjectFolder.read(page)).replacing(/<!--[\s\S]*?-->/, with: "")
      return (page, text.split(whereSeparator: \.isWhitespace).count)
    }
    #expect(counts.reduce(0) { $0 + $1.1 } <= 35_000, "\(counts)")
  }
}
