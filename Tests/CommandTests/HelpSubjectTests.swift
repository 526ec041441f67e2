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

  @Test("of an action that fastlane keeps is that of the step that runs it", arguments: ["gym", "match", "notarytool"])
  func foreignActions(name: String) throws {
    #expect(try HelpSubject([name]).text(width: nil) == HelpSubject(["step", "run"]).text(width: nil))
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
