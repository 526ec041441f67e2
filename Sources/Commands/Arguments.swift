import TextEditing

/// The words of the command line.
enum Arguments {
  private static let flags: Set = ["--json", "--no-input", "-v", "--verbose", "-q", "--quiet"]
  private static let options = ["-C", "--file", "--env-file", "--color"]

  /// `words` with the options that stand before the command, as in `martlet -C DIR bump minor`, put behind it, where
  /// the commands declare them.
  ///
  /// - Parameters:
  ///   - names: The words of each command, such as `config get`.
  ///   - topics: What `help` shows by running a command in its place, and the words of that command.
  /// - Throws: `Failure` when the command is none of these, or missing behind options.
  static func arranged(
    _ words: [String], commands names: [[String]], topics: @autoclosure () -> [String: [String]]
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
      guard leading.isEmpty else { throw .noCommand(known: commands) }
      return words
    }
    guard !command.hasPrefix("-") else { return Array(rest) }
    if command == "help" {
      if let topic = rest.dropFirst().first, !topic.hasPrefix("-"), !commands.contains(topic) {
        let topics = topics()
        guard let order = topics[topic] else {
          // Names that other tools have for our steps are understood, and offered to nobody.
          let own = topics.filter { $0.value.first != "steps" || $0.value.last == $0.key }
          throw .unknownTopic(topic, known: commands + own.keys)
        }
        return order
      }
      return Array(rest)
    }
    guard commands.contains(command) else { throw .unknownCommand(command, known: commands) }
    let name = Array(rest.prefix(2))
    let subcommands = names.filter { $0.count == 2 && $0[0] == command }.map { $0[1] }
    if let word = name.dropFirst().first, !word.hasPrefix("-"), !subcommands.isEmpty, !names.contains(name) {
      throw .unknownSubcommand(word, of: command, known: subcommands)
    }
    return names.contains(name)
      ? name + leading + rest.dropFirst(2) : [command] + leading + rest.dropFirst()
  }
}

extension Failure {
  static func unknownCommand(_ name: String, known: [String]) -> Failure {
    Failure(
      "unknown command `\(name)`, expected one of \(known.quotedList)",
      hint: (known + ["help"]).nearest(to: name).map { "did you mean `martlet \($0)`?" } ?? "see `martlet --help`",
      exit: .usage)
  }

  /// A word behind a command that only its subcommands can follow.
  static func unknownSubcommand(_ name: String, of command: String, known: [String]) -> Failure {
    Failure(
      "unknown command `\(command) \(name)`, expected one of \(known.map { "\(command) \($0)" }.quotedList)",
      hint: known.nearest(to: name).map { "did you mean `martlet \(command) \($0)`?" }
        ?? "see `martlet \(command) --help`", exit: .usage)
  }

  static func noCommand(known: [String]) -> Failure {
    Failure(
      "options without a command, expected one of \(known.quotedList)", hint: "see `martlet --help`", exit: .usage)
  }

  /// What `help` was asked for.
  static func unknownTopic(_ name: String, known: [String]) -> Failure {
    Failure(
      "no help on `\(name)`, expected a command, a step or a failure",
      hint: known.nearest(to: name).map { "did you mean `martlet help \($0)`?" }
        ?? "see `martlet --help`, `martlet steps` or `martlet explain`", exit: .usage)
  }

  static func missingValue(of option: String) -> Failure {
    Failure("missing value for `\(option)`", hint: "see `martlet --help`", exit: .usage)
  }
}
