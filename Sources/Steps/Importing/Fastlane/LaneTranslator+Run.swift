import Lanes
import MartletCore

extension LaneTranslator {
  /// Translates `sh` to `run`: a word list if no shell is needed, or a script with values in its environment. One text, or a
  /// list, which fastlane joins with blanks, is for the shell; several texts are words (`sh_helper.rb`).
  mutating func run(_ arguments: inout ActionArguments, boundTo name: String?) -> [YAMLItem]? {
    guard state.hasFolder else { return refuse("what is missing above may change the folder") }
    // The plan shows the words of a command, and the names of the variables of a script.
    let isHidden = arguments.rest.contains { $0.name == "log" && !$0.value.isTrue }
    arguments.drop("log", "step_name")
    let command = arguments.take("command")
    let values = arguments.rest.filter { $0.name == nil }.map(\.value)
    while arguments.takeFirst() != nil {}
    guard arguments.rest.isEmpty, command == nil || values.isEmpty, !values.contains(where: \.isHashOrUnknown) else {
      return nil
    }
    readsEnvironment = true
    var entries: [YAMLEntry] = []
    var environment: [YAMLEntry] = []
    if values.count > 1 {
      guard let words = words(values, hidesValues: isHidden, &environment) else { return nil }
      entries = words
    } else {
      guard let value = command ?? values.first, let pieces = script(value, &environment),
        let command = ShellCommand(pieces)
      else { return nil }
      if let words = command.words, !words.contains(where: { $0.namesSecret || isHidden && $0.contains("${") }) {
        entries.append(YAMLEntry("command", .words(words)))
        environment = []
      } else {
        entries.append(YAMLEntry("shell", .scalar(command.script)))
      }
    }
    // fastlane runs commands in the folder of the Fastfile.
    if let folder = folder ?? file.folder {
      entries.append(YAMLEntry("working_directory", .scalar(folder.string)))
    }
    if !environment.isEmpty { entries.append(YAMLEntry("environment", .mapping(environment))) }
    if let name {
      guard reserve(name) else { return nil }
      entries.append(YAMLEntry("capture", .flag(true)))
    }
    noteEffects(of: entries[0], &entries)
    if let name { state.bindings[name] = .template("${steps.\(name).output}") }
    let isShort = entries.count == 1 && entries[0].key == "command"
    return [step("run", isShort ? entries[0].value : .mapping(entries), id: name)]
  }

  /// Marks a command that publishes something, or moves HEAD. What it may change is unknown from here on.
  private mutating func noteEffects(of command: YAMLEntry, _ entries: inout [YAMLEntry]) {
    var words: [String] = []
    if case .words(let list) = command.value { words = list }
    if case .scalar(let script) = command.value {
      words = script.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }.map(String.init)
    }
    let isOutward = words.contains(where: FastlaneAction.outwardWords.contains)
    if isOutward || FastlaneAction.namesPublishing(command.value) { entries.append(YAMLEntry("outward", .flag(true))) }
    let movesHead = ["commit", "checkout", "switch", "merge", "pull", "rebase", "reset", "cherry-pick", "am", "revert"]
    if words.contains("git"), words.contains(where: movesHead.contains) {
      entries.append(YAMLEntry("changes", .words(["head"])))
    }
    if case .words(let list) = command.value, FastlaneAction.keepsFacts(list) { return }
    if case .scalar(let script) = command.value, ReadingScript.holds(script) { return }
    discardFacts()
    state.ensuredBranch = nil
    if !words.contains("git") || words.contains(where: movesHead.contains) { state.mayHaveChangedFiles = true }
  }

  /// Returns the words of `sh("git", "push")`. A word with a secret, or with a value to hide, needs a shell, whose environment has
  /// it.
  private mutating func words(
    _ values: [RubyValue], hidesValues: Bool, _ environment: inout [YAMLEntry]
  ) -> [YAMLEntry]? {
    var words: [String] = []
    for value in values {
      guard let word = template(value) else { return nil }
      words.append(word)
    }
    guard words.first?.isEmpty == false else { return nil }
    guard words.contains(where: { $0.namesSecret || hidesValues && $0.contains("${") }) else {
      return [YAMLEntry("command", .words(words))]
    }
    var script: [String] = []
    for (value, word) in zip(values, words) {
      guard word.contains("${") else {
        script.append(word.replacing("$$", with: "$").shellWord)
        continue
      }
      guard let pieces = pieces(value, &environment) else { return nil }
      script.append(pieces.map(\.quoted).joined())
    }
    return [YAMLEntry("shell", .scalar(script.joined(separator: " ")))]
  }

  /// Returns the pieces of a script: one text, or a list of texts, joined with blanks.
  private mutating func script(_ value: RubyValue, _ environment: inout [YAMLEntry]) -> [ShellCommand.Piece]? {
    guard case .list(let values) = value else { return pieces(value, &environment) }
    var result: [ShellCommand.Piece] = []
    for value in values {
      guard let pieces = pieces(value, &environment) else { return nil }
      if !result.isEmpty { result.append(.text(" ")) }
      result += pieces
    }
    return result.isEmpty ? nil : result
  }

  /// Returns the pieces of a shell script; values other than facts and parameters get a variable in `environment`.
  mutating func pieces(_ value: RubyValue, _ environment: inout [YAMLEntry]) -> [ShellCommand.Piece]? {
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

extension ShellCommand.Piece {
  /// The piece as a part of one word of a script.
  var quoted: String {
    switch self {
    case .text(let text): text.isEmpty ? "" : text.shellWord
    case .value(let variable, _): "\"${\(variable)}\""
    }
  }
}

extension RubyValue {
  /// Whether it is a hash, such as the environment of `sh`, or could not be parsed.
  fileprivate var isHashOrUnknown: Bool {
    if case .unknown = self { true } else { false }
  }
}
