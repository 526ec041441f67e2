import MartletCore

extension LaneTranslator {
  /// Translates `sh "…"` to `run`: a word list if no shell is needed, or a script with values in its environment.
  mutating func run(_ call: RubyCall, boundTo name: String?) -> [YAMLItem]? {
    var arguments = ActionArguments(call)
    var entries: [YAMLEntry] = []
    var environment: [YAMLEntry] = []
    let first = arguments.takeFirst() ?? arguments.take("command")
    guard let first else { return nil }
    if let words = words(first, &arguments) {
      entries.append(YAMLEntry("command", .words(words)))
    } else {
      guard let pieces = pieces(first, &environment), !arguments.rest.contains(where: { $0.name == nil }),
        let command = ShellCommand(pieces)
      else { return nil }
      if let words = command.words {
        entries.append(YAMLEntry("command", .words(words)))
        environment = []
      } else {
        entries.append(YAMLEntry("shell", .scalar(command.script)))
      }
    }
    // fastlane runs commands in the folder of the Fastfile.
    if let folder = file.source.path.parent { entries.append(YAMLEntry("working_directory", .scalar(folder.string))) }
    if !environment.isEmpty { entries.append(YAMLEntry("environment", .mapping(environment))) }
    if let name {
      guard name.utf8.allSatisfy(\.isIdentifier), name.utf8.count <= 100 else { return nil }
      entries.append(YAMLEntry("capture", .flag(true)))
      bindings[name] = .template("${steps.\(name).output}")
    }
    let isShort = entries.count == 1 && entries[0].key == "command"
    return leftOver(arguments) + [step("run", isShort ? entries[0].value : .mapping(entries), id: name)]
  }

  /// Returns the words of `sh("git", "push")` and `sh(["git", "push"])`; nil for a single text.
  private mutating func words(_ first: RubyValue, _ arguments: inout ActionArguments) -> [String]? {
    var values: [RubyValue]
    if case .list(let list) = first {
      values = list
    } else {
      guard arguments.rest.contains(where: { $0.name == nil }) else { return nil }
      values = [first]
      while let more = arguments.takeFirst() { values.append(more) }
    }
    var words: [String] = []
    for value in values {
      guard let word = template(value) else { return nil }
      words.append(word)
    }
    return words.first?.isEmpty == false ? words : nil
  }

  /// Returns the pieces of a shell script; values other than facts and parameters get a variable in `environment`.
  private mutating func pieces(_ value: RubyValue, _ environment: inout [YAMLEntry]) -> [ShellCommand.Piece]? {
    guard case .string(let parts) = value else {
      return template(value).flatMap { $0.contains("${") ? nil : [.text($0.replacing("$$", with: "$"))] }
    }
    var pieces: [ShellCommand.Piece] = []
    guard parts.count < 100 else { return nil }
    for part in parts {
      switch part {
      case .text(let text): pieces.append(.text(text))
      case .value(let value):
        guard let template = template(value) else { return nil }
        let variable = variable(for: template, of: value, &environment)
        pieces.append(.value(variable: variable, template: template))
      }
    }
    return pieces
  }

  /// Returns the variable for a value. Facts and parameters are already in every command's environment.
  private func variable(for template: String, of value: RubyValue, _ environment: inout [YAMLEntry]) -> String {
    let name = template.hasPrefix("${") && template.hasSuffix("}") ? String(template.dropFirst(2).dropLast()) : ""
    if Self.reservedNames.contains(name) || parameters.contains(where: { parameter($0.option) == name }) {
      return "MARTLET_" + name.uppercased()
    }
    let word = value.bareName.map { $0.uppercased() }.flatMap { $0.isVariableName ? $0 : nil } ?? "VALUE"
    var variable = "LANE_\(word)"
    var count = 1
    while let taken = environment.first(where: { $0.key == variable }) {
      if case .scalar(template) = taken.value { return variable }
      count += 1
      variable = "LANE_\(word)_\(count)"
    }
    environment.append(YAMLEntry(variable, .scalar(template)))
    return variable
  }
}
