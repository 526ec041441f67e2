import MartletCore

/// The manual page of a command in mdoc (mandoc.bsd.lv/man/mdoc.7.html), generated from its declaration.
struct ManualPage {
  private let command: CommandDescription
  /// A date such as `November 22, 2026`.
  private let date: String

  init(of command: CommandDescription, date: String) {
    self.command = command
    self.date = date
  }

  /// The page, with a final line end.
  var text: String {
    let isProgram = command.words.count == 1
    let help = HelpText((command.discussion ?? "") + (isProgram ? "\n\n\(MartletCommand.exitStatuses)" : ""))
    var lines = [".Dd \(date)", ".Dt \(command.pageName.uppercased()) 1", ".Os"]
    lines += [".Sh NAME", ".Nm \(command.pageName)", ".Nd \(nameLine)", ".Sh SYNOPSIS"] + synopsis
    lines += [".Sh DESCRIPTION"] + description(help)
    for (block, section) in [("Exit status", ".Sh EXIT STATUS"), ("Examples", ".Sh EXAMPLES")] {
      for found in help.blocks where found.title == block { lines += [section] + Self.literal(found.lines) }
    }
    return (lines + seeAlso).joined(separator: "\n") + "\n"
  }

  /// The summary, which begins in lower case and has no full stop.
  private var nameLine: String {
    let text = (command.abstract ?? "").split(separator: "\n").joined(separator: " ")
    return MdocText((text.prefix(1).lowercased() + text.dropFirst()).withoutFullStop).escaped
  }

  private var synopsis: [String] {
    let words = command.words.dropFirst().map { ".Cm \($0)" }
    return [".Nm martlet"] + words + (hasSubcommands ? [".Ar command"] : [])
      + command.displayedArguments.flatMap(Self.usage)
  }

  private var hasSubcommands: Bool { !(command.subcommands ?? []).isEmpty }

  private static func usage(_ argument: CommandDescription.Argument) -> [String] {
    let words = usageWords(argument)
    return [(argument.isOptional ? ".Op " : ".") + words]
  }

  private static func usageWords(_ argument: CommandDescription.Argument) -> String {
    let value = argument.valueName.map { "Ar \(MdocText($0).word)\(argument.isRepeating ? " ..." : "")" } ?? ""
    guard let name = argument.preferredName else { return value }
    let flag = "Fl \(MdocText(flag(name)).word)"
    return argument.kind == "flag" ? flag : "\(flag) \(value)"
  }

  /// Returns the option without its first dash.
  private static func flag(_ name: CommandDescription.Argument.Name) -> String {
    name.kind == "long" ? "-\(name.name)" : name.name
  }

  private func description(_ help: HelpText) -> [String] {
    var lines = MdocText((command.abstract ?? "").split(separator: "\n").joined(separator: " ")).lines
    for paragraph in help.paragraphs { lines += [".Pp"] + MdocText(paragraph).lines }
    for block in help.blocks where !["Examples", "Exit status"].contains(block.title) {
      lines += [".Pp"] + MdocText("\(block.title):").lines + Self.literal(block.lines)
    }
    if hasSubcommands {
      lines += [".Pp", "The commands are:", ".Bl -tag -width Ds"]
      for subcommand in command.ownSubcommands where !MartletCommand.hiddenNames.contains(subcommand.commandName) {
        lines += [".It Cm \(subcommand.commandName)"] + MdocText(subcommand.abstract ?? "").lines
      }
      lines.append(".El")
    }
    let arguments = command.displayedArguments
    guard !arguments.isEmpty else { return lines }
    lines += [".Pp", "The arguments are:", ".Bl -tag -width Ds"]
    for argument in arguments { lines += Self.item(argument) }
    return lines + [".El"]
  }

  private static func item(_ argument: CommandDescription.Argument) -> [String] {
    let value = argument.valueName.map { "Ar \(MdocText($0).word)" } ?? ""
    let names = (argument.names ?? []).map { "Fl \(MdocText(flag($0)).word)" }
    let isFlag = argument.kind == "flag"
    let heads = names.isEmpty ? [value] : names.map { isFlag ? $0 : "\($0) \(value)" }
    var lines = [".It \(heads.joined(separator: " , "))"] + MdocText(argument.abstract ?? "").lines
    if let values = argument.allValues, !values.isEmpty {
      lines += MdocText("One of \(values.joined(separator: ", ")).").lines
    }
    if let value = argument.defaultValue, !isFlag { lines += MdocText("The default is \(value).").lines }
    return lines
  }

  /// Returns lines that are not filled or wrapped.
  private static func literal(_ lines: [String]) -> [String] {
    [".Bd -literal"] + lines.map { MdocText($0).escaped } + [".Ed"]
  }

  /// The parent commands and the subcommands.
  private var seeAlso: [String] {
    let above = command.words.indices.dropFirst().map { command.words[..<$0].joined(separator: "-") }
    let below = command.ownSubcommands.map(\.pageName)
    let pages = (above + below).sorted()
    return pages.isEmpty
      ? []
      : [".Sh SEE ALSO"]
        + pages.enumerated().map { ".Xr \($0.element) 1\($0.offset + 1 < pages.count ? " ," : "")" }
  }
}

extension String {
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
