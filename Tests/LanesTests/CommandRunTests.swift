import Lanes
import Testing

@Suite("A command in a plan")
struct CommandRunTests {
  private func run(_ words: CommandRun.Words) -> CommandRun {
    CommandRun(words, directory: nil, environment: CommandEnvironment(), outputs: [], terms: CommandPolicy())
  }

  @Test("is one line, however many lines its arguments have")
  func line() {
    let notes = "\n### Breaking\n\n- Remove it\n"
    let release = run(.vector(["gh", "release", "create", "1.5.0", "--title", "Cool App", "--notes", notes, ""]))
    #expect(release.line == "gh release create 1.5.0 --title 'Cool App' --notes '### Breaking …' (5 lines) ''")
    #expect(release.fullLine == "gh release create 1.5.0 --title 'Cool App' --notes '\(notes)' ''")
    #expect(run(.vector(["echo", "a\r\nb"])).line == "echo 'a …' (2 lines)")
    #expect(run(.vector(["echo", "\n"])).line == "echo ' …' (2 lines)")
  }

  @Test("writes no file into a git directory", arguments: [".git/hooks/pre-push", "Sub/.GIT/config"])
  func gitDirectory(path: String) throws {
    let source = "lanes: {a: {steps: [{run: {command: make, outputs: ['\(path)']}}]}}\n"
    #expect(throws: (any Error).self) { try LanePlanning(source, in: .clean([:])).plan(laneNamed: "a") }
  }

  @Test("is the first line of a script")
  func script() {
    #expect(run(.shell("swift build\nswift test\n")).line == "swift build …")
    #expect(run(.shell("swift build\n")).line == "swift build")
    #expect(run(.shell("")).line == "")
  }
}
