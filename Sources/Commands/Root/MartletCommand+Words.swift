import ArgumentParser

/// Command names.
extension MartletCommand {
  /// The name of each command, split into words: `bump`, `config` and `config get`.
  static var names: [[String]] {
    configuration.subcommands.map { $0.configuration }.flatMap { command in
      let name = [command.commandName].compactMap { $0 }
      return [name] + command.subcommands.compactMap { $0.configuration.commandName }.map { name + [$0] }
    }
  }

  /// The commands that the help does not list, because only packages and editors need them.
  static var hiddenNames: [String] {
    configuration.subcommands.map { $0.configuration }.filter { !$0.shouldDisplay }.compactMap(\.commandName)
  }

  /// Returns the type of the command with that name; the program's without one.
  static func type(named words: [String]) -> any ParsableCommand.Type {
    words.reduce(MartletCommand.self as any ParsableCommand.Type) { command, word in
      command.configuration.subcommands.first { $0.configuration.commandName == word } ?? command
    }
  }
}
