import Foundation
import TestSupport
import Testing

/// The limits of what a user has to read.
@Suite("The size of the interface")
struct CommandCountTests {
  @Test("is at most 20 commands in the help")
  func commands() throws {
    let help = try GoldenWorld(example: nil).martlet(["help"]).run().outputText
    let list = help.components(separatedBy: "SUBCOMMANDS:").dropFirst().joined()
    let commands = list.matches(of: #/\n  ([a-z]+) /#).map { String($0.output.1) }
    #expect(commands.contains("run") && commands.contains("help"))
    #expect(commands.count <= 20, "\(commands)")
  }
}
