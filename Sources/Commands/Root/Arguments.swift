import MartletCore

/// The arguments of the command line, before the argument parser reads them.
enum Arguments {
  private static let flags: Set = ["--json", "--no-input", "-v", "--verbose", "-q", "--quiet"]
  private static let options = ["-C", "--file", "--env-file", "--color"]

  /// Moves leading options after the command, where the commands declare them: `martlet -C DIR bump minor` becomes
  /// `martlet bump -C DIR minor`.
  ///
  /// - Parameters:
  ///   - names: The name of each command, split into words, such as `config get`.
  /// - Throws: `Failure` for an unknown command, or for options without a command.
  static func arranged(
    _ words: [String], commands names: [[String]]
  ) throws(Failure) -> [String] {
    let commands = names.filter { $0.count == 1 }.flatMap { $0 }
    var leading: [String] = []
    var rest = words[...]
    while let word = rest.first {
      if flags.contains(word) || options.contains(where: { word.hasPrefix("\($0)=") }) {
        leading.append(word)
        rest = rest.dropFirst()
      } else if options.contains(word) {
        guard rest.count > 1 else { throw .missingValue(of: word) }
        leading += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    guard let command = rest.first else {
      guard leading.isEmpty else { throw .noCommand }
      return words
    }
    guard !command.hasPrefix("-") else { return Array(rest) }
    guard commands.contains(command) else { throw .unknownCommand(command, known: commands) }
    let name = Array(rest.prefix(2))
    let subcommands = names.filter { $0.count == 2 && $0[0] == command }.map { $0[1] }
    // `changelog` and `help` have other arguments, too.
    if !["changelog", "help"].contains(command), let word = name.dropFirst().first, !word.hasPrefix("-"),
      !subcommands.isEmpty, !names.contains(name)
    {
      throw .unknownSubcommand(word, of: command, known: subcommands)
    }
    return names.contains(name)
      ? name + leading + rest.dropFirst(2) : [command] + leading + rest.dropFirst()
  }
}

extension Failure {
  static func unknownCommand(_ name: String, known: [String]) -> Failure {
    Failure(
      "unknown command `\(name)`",
      hint: ForeignCommand.all[name].map { "use `martlet \($0)`" }
        ?? known.nearest(to: name).map { "did you mean `martlet \($0)`?" } ?? "list the commands with `martlet --help`",
      exit: .usage)
  }

  /// An unknown subcommand of `command`.
  static func unknownSubcommand(_ name: String, of command: String, known: [String]) -> Failure {
    Failure(
      "unknown command `\(command) \(name)`",
      hint: known.nearest(to: name).map { "did you mean `martlet \(command) \($0)`?" }
        ?? "see `martlet \(command) --help`", exit: .usage)
  }

  static let noCommand = Failure(
    "options without a command", hint: "list the commands with `martlet --help`", exit: .usage)

  /// An unknown argument of `help`.
  static func unknownTopic(_ name: String, known: [String]) -> Failure {
    Failure(
      "no help for `\(name)`, expected a command, a step, a key, a topic or an error code",
      hint: (known + ["release"]).nearest(to: name).map { "did you mean `martlet help \($0)`?" }
        ?? "see `martlet --help`, or list them with `martlet help steps`, `keys` or `errors`", exit: .usage)
  }

  static func missingValue(of option: String) -> Failure {
    Failure("missing value for `\(option)`", hint: "see `martlet --help`", exit: .usage)
  }
}
