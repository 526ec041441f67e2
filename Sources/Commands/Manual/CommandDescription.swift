import ArgumentParser
import Essentials

/// A command with its arguments and subcommands, as the library for arguments describes what is declared.
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

  /// This command and all below it; `help` has nothing to it that a manual could tell.
  var all: [CommandDescription] {
    [self] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.all)
  }

  /// The words that it is called by: `martlet config get`.
  var words: [String] { (superCommands ?? []) + [commandName] }

  /// What its page is called: `martlet-config-get`.
  var pageName: String { words.joined(separator: "-") }

  /// Those that are its own, without what the library adds.
  var displayedArguments: [Argument] {
    (arguments ?? []).filter { $0.shouldDisplay && !["help", "version"].contains($0.preferredName?.name ?? "") }
  }
}
