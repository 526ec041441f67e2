import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@testable import Commands

@Suite("Help")
struct HelpSubjectTests {
  @Test("exists for every name that it offers, on one page", arguments: HelpSubject.names)
  func names(name: String) throws {
    let text = try HelpSubject([name]).text(width: 80)
    #expect(text.contains("\n") || text.contains(name))
    #expect(!text.hasSuffix("\n"))
  }

  @Test("of an action without a step has at most three lines, and an example that is a valid step")
  func foreignActions() throws {
    let own = Set(StepReference.all(of: .standard).flatMap { [$0.keyword] + $0.foreignNames })
    for action in ForeignAction.all {
      #expect(action.advice.split(separator: "\n").count <= 3, "\(action.names)")
      #expect(action.names.allSatisfy { !own.contains($0) }, "a step has one of \(action.names)")
      let source = SourceText(
        path: "Releasefile", text: "lanes:\n  x:\n    steps:\n      \(action.example)\n")
      #expect(throws: Never.self, "\(action.names)") { try Releasefile(source, vocabulary: .standard) }
      for name in action.names { #expect(try HelpSubject([name]).text(width: nil) == action.text) }
    }
  }

  @Test("of an unknown command suggests a command that exists", arguments: ForeignCommand.all.values.sorted())
  func foreignCommands(line: String) throws {
    let words = line.split(separator: " ").map(String.init).filter { $0 != "--help" }
    let arranged = try Arguments.arranged(words, commands: MartletCommand.names)
    #expect(MartletCommand.names.contains([arranged[0]]))
    if !line.hasSuffix("--help") { _ = try MartletCommand.parseAsRoot(arranged) }
  }

  @Test("does not suggest the name of a command of Martlet")
  func ownNames() {
    let own = MartletCommand.names.filter { $0.count == 1 }.map { $0[0] }
    #expect(ForeignCommand.all.keys.filter(own.contains) == [])
  }
}
