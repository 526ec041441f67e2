import ArgumentParser
import Steps
import TextEditing

/// How the words of a command line become a command.
extension MartletCommand {
  /// The command that `words` spell out.
  ///
  /// On the way down from the root the library describes each command to itself again and again: so the command that is
  /// named reads its words alone, and the root tells what is wrong with them, or shows the help that they ask for.
  static func command(spelledBy words: [String]) throws -> any ParsableCommand {
    if let (type, rest) = namedCommand(in: words), let command = try? type.parseAsRoot(rest),
      Swift.type(of: command) == type
    {
      return command
    }
    return try parseAsRoot(words)
  }

  /// The command whose name, or names as in `config get`, `words` begin with, and the words behind them.
  private static func namedCommand(in words: [String]) -> (type: any ParsableCommand.Type, rest: [String])? {
    var type: any ParsableCommand.Type = Self.self
    var rest = words[...]
    while !type.configuration.subcommands.isEmpty {
      let word = rest.popFirst()
      guard let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        return nil
      }
      type = next
    }
    return (type, Array(rest))
  }

  /// `words` in the order in which the commands declare them.
  ///
  /// - Throws: as `Arguments.arranged` does.
  static func arranged(_ words: [String]) throws -> [String] {
    try Arguments.arranged(words, commands: names, topics: topics)
  }

  /// The words of each command: `bump`, and `config get` beside `config`.
  private static var names: [[String]] {
    configuration.subcommands.map { $0.configuration }.flatMap { command in
      let name = [command.commandName].compactMap { $0 }
      return [name] + command.subcommands.compactMap { $0.configuration.commandName }.map { name + [$0] }
    }
  }

  /// What `help` shows beside commands: the orders for the pages of steps and failures.
  private static var topics: [String: [String]] {
    let failures = FailureCode.allCases.map { ($0.rawValue, ["explain", $0.rawValue]) }
    let steps = StepReference.all(of: .standard).flatMap { step in
      (step.foreignNames + [step.keyword]).map { ($0, ["steps", step.keyword]) }
    }
    // What people come for, though it is the name of a lane and not of a command.
    return Dictionary(failures + steps + [("release", ["run", "--help"])]) { $1 }
  }
}
