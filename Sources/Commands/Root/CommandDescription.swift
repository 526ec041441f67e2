import ArgumentParser
import SystemAPI

/// A command with its arguments and subcommands, as described by ArgumentParser.
struct CommandDescription: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
    let names: [Name]?
    let preferredName: Name?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let allValues: [String]?
  }

  let commandName: String
  let superCommands: [String]?
  let abstract: String?
  let discussion: String?
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?

  private struct Dump: Decodable {
    let command: CommandDescription
  }

  /// The whole program.
  static func program() throws -> CommandDescription {
    try JSONDecoder().decode(Dump.self, from: Data(MartletCommand._dumpHelp().utf8)).command
  }

  /// This command and all subcommands.
  var all: [CommandDescription] { [self] + ownSubcommands.flatMap(\.all) }

  /// The subcommands without the second `help`, which ArgumentParser adds.
  var ownSubcommands: [CommandDescription] {
    var names: Set<String> = []
    return (subcommands ?? []).filter { names.insert($0.commandName).inserted }
  }

  /// The full name, split into words: `martlet config get`.
  var words: [String] { (superCommands ?? []) + [commandName] }

  /// The name of its manual page: `martlet-config-get`.
  var pageName: String { words.joined(separator: "-") }

  /// The arguments without those that ArgumentParser adds.
  var displayedArguments: [Argument] {
    (arguments ?? []).filter { $0.shouldDisplay && !["help", "version"].contains($0.preferredName?.name ?? "") }
  }
}
