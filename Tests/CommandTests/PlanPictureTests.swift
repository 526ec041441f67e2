import Foundation
import TestSupport
import Testing

@Suite("The animated picture of the README")
struct PlanPictureTests {
  private static let file = "docs/plan.svg"
  private let screen: String

  init() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let command = try world.martlet(["run", "release"], changes: ["TERM=xterm"])
    let (screen, status) = try Terminal().run(command, answers: ["y"])
    #expect(status == 0)
    // Without the lines that the program replaces.
    let shown = screen.replacing(/[^\n]*\r\x1B\[K/, with: "")
    self.screen = "$ martlet run release\n" + shown.trimmingCharacters(in: .newlines)
  }

  @Test("shows the program's output on a terminal (`scripts/docs picture` draws it again)")
  func picture() throws {
    let svg = PlanPicture(screen: screen).svg
    if ProjectFolder.isRecording { try ProjectFolder.write(Self.file, svg) }
    #expect(ProjectFolder.read(Self.file) == svg)
  }

  @Test("contains every line exactly, and no script")
  func words() throws {
    let svg = try #require(ProjectFolder.read(Self.file))
    let lines = svg.matches(of: /<text [^>]*>(.*)<\/text>/).map { match in
      String(match.output.1).replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&amp;", with: "&")
    }
    #expect(lines.joined(separator: "\n") == screen.replacing(/\u{1B}\[[0-9;]*m/, with: ""))
    #expect(!svg.contains("<script") && !svg.contains("href"))
  }

  @Test("is shown in the README")
  func readme() throws {
    #expect(ProjectFolder.read("README.md")?.contains("](docs/plan.svg)") == true)
  }
}
