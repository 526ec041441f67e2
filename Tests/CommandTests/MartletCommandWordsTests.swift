import Testing

@testable import Commands

@Suite("The words of a command line")
struct MartletCommandWordsTests {
  /// The words of each command that does something: `bump`, and `config get`.
  private static let names: [[String]] =
    MartletCommand.configuration.subcommands.map { $0.configuration }.flatMap { command in
      let name = [command.commandName ?? ""]
      guard !command.subcommands.isEmpty else { return [name] }
      return command.subcommands.map { name + [$0.configuration.commandName ?? ""] }
    }

  /// What any command may be asked besides what it is for, and what none understands.
  private static let others: [[String]] = [
    [], ["--help"], ["-h"], ["--help-hidden"], ["--version"], ["--generate-completion-script"],
    ["--generate-completion-script", "zsh"], ["--generate-completion-script=zsh"], ["--experimental-dump-help"],
    ["---completion"], ["--nonsense"], ["--nonsense=1"], ["-x"], ["-"], ["--"], ["--", "--help"],
    ["--", "--generate-completion-script", "zsh"], ["help"], ["plan"], [""], ["--json", "--json"], ["--json=yes"],
    ["--color"], ["--color", "blue"], ["--color=never"], ["-C"], ["-Cfolder"], ["-vq"], ["--verbos"], ["-1"],
    ["a", "b", "c", "d"], ["a=b", "--answer", "--help"],
  ]

  /// The command that comes of words, with all its values, or what is said of them.
  private func outcome(of parse: () throws -> Any) -> String {
    var text = ""
    do {
      dump(try parse(), to: &text)
    } catch {
      text = "\(MartletCommand.exitCode(for: error)) \(MartletCommand.fullMessage(for: error))"
    }
    return text
  }

  private func expectSameMeaning(_ words: [String]) throws {
    let words = try MartletCommand.arranged(words)
    let expected = outcome { try MartletCommand.parseAsRoot(words) }
    #expect(outcome { try MartletCommand.command(spelledBy: words) } == expected)
  }

  @Test("mean to a command by itself what they mean to it below the root", arguments: others)
  func same(words: [String]) throws {
    try expectSameMeaning(["plan", "release", "--diff"] + words)
  }

  @Test("do so for each command", arguments: names)
  func each(name: [String]) throws {
    try expectSameMeaning(name)
    try expectSameMeaning(name + ["one", "--quiet"])
  }

  @Test(
    "reach the command that they name",
    arguments: [(["plan", "release"], "PlanCommand"), (["config", "get", "KEY", "--json"], "ConfigGetCommand")])
  func named(words: [String], type: String) throws {
    #expect(try "\(Swift.type(of: MartletCommand.command(spelledBy: words)))" == type)
  }
}
