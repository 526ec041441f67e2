import Foundation
import Processes
import TestSupport
import Testing

@Suite("The manual pages")
struct ManualPageTests {
  private let world: GoldenWorld
  private let names: [String]
  private let pages: [String: String]

  init() throws {
    world = try GoldenWorld(example: nil)
    pages = try Self.pages.get()
    names = pages.keys.sorted()
  }

  /// The program's output, computed once for all tests.
  private static let pages = Result {
    let world = try GoldenWorld(example: nil)
    let names = try world.martlet(["manual"]).run().outputText.split(separator: "\n").map(String.init)
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try world.martlet(["manual", $0]).run().outputText) })
  }

  /// The help of each page's command.
  private static let helps = Result {
    let world = try GoldenWorld(example: nil)
    return try Dictionary(
      uniqueKeysWithValues: pages.get().keys.map { name in
        let words = name.split(separator: "-").dropFirst().map(String.init)
        return (name, try world.martlet(words + ["--help"]).run().outputText)
      })
  }

  private func helpText(of name: String) throws -> String { try #require(Self.helps.get()[name]) }

  private func page(_ name: String) throws -> String { try #require(pages[name]) }

  @Test("exist for the program and every command, with the help of every argument")
  func complete() throws {
    let help = try world.martlet(["--help"]).run().outputText
    let commands = help.components(separatedBy: "SUBCOMMANDS:").dropFirst().joined().matches(of: #/\n  ([a-z]+) /#)
      .map { String($0.output.1) }
    #expect(commands.count > 15)
    #expect(Set(names).isSuperset(of: ["martlet"] + commands.map { "martlet-\($0)" } + ["martlet-config-get"]))
    for name in names {
      let options = try helpText(of: name).matches(of: /--([a-z][a-z-]+)/)
        .map { String($0.output.1) }.filter { !["help", "version"].contains($0) }
      let page = try page(name).replacing("\\-", with: "-")
      for option in Set(options) where name != "martlet" {
        #expect(page.contains("--\(option)") || page.contains("Fl -\(option)"), "\(name) says nothing of --\(option)")
      }
    }
  }

  @Test("belong to commands whose help has no line above 80 columns, and no example on two lines")
  func width() throws {
    for name in names {
      let help = try helpText(of: name)
      for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(name): \(line)") }
      let examples = help.components(separatedBy: "Examples:\n").last?.components(separatedBy: "\n\n").first ?? ""
      for line in examples.split(separator: "\n") {
        #expect(line.hasPrefix("  martlet "), "\(name): the example is continued on `\(line)`")
      }
    }
  }

  @Test(
    "have help topics beside them without a line above 80 columns",
    arguments: ["releasefile", "variables", "if", "hooks"])
  func topicWidth(topic: String) throws {
    let help = try world.martlet(["help", topic]).run().outputText
    #expect(help.split(separator: "\n").count > 5)
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  private static let mandoc = LoopbackServer.path(of: "mandoc")

  @Test(
    "are well formed: mandoc reports nothing",
    .enabled(if: mandoc != nil, "there is no mandoc"))
  func lint() throws {
    let mandoc = try #require(Self.mandoc)
    let others = names
    for name in names {
      var command = Command(mandoc, ["-Tlint"], environment: [:])
      command.input = .bytes(Array(try page(name).utf8))
      let result = try command.run()
      // It searches the referenced pages in their installed location.
      let complaints = (result.outputText + "\n" + result.errorText).split(separator: "\n").filter { line in
        !others.contains { line.hasSuffix("STYLE: referenced manual not found: Xr \($0) 1") }
      }
      #expect(complaints == [], "\(name)")
    }
  }

  @Test(
    "show examples literally, and refer only to existing pages", .enabled(if: mandoc != nil, "there is no mandoc"))
  func rendered() throws {
    var command = Command(try #require(Self.mandoc), ["-Tutf8", "-Owidth=78"], environment: [:])
    command.input = .bytes(Array(try page("martlet-run").utf8))
    // Bold and underlined text is overstruck.
    let text = try command.run().outputText.replacing(/.\u{8}/, with: "")
    #expect(text.contains("martlet run release minor                  with the version: minor, or 2.0.0"))
    for name in names {
      for reference in try page(name).matches(of: /\.Xr ([a-z-]+) 1/) {
        #expect(names.contains(String(reference.output.1)), "\(name)")
      }
    }
  }
}
