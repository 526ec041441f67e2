import MartletCore

extension LaneTranslator {
  /// Returns the step that runs the whole lane with fastlane. An option that is not set is not passed: in Ruby, an empty text
  /// is true.
  mutating func fastlaneStep(_ lane: FastfileOutline.Lane) -> YAMLItem {
    var words = fastlane + [lane.platform, lane.ownName].compactMap(\.self)
    words += parameters.compactMap { option, _ in
      parameter(option).map { "${MARTLET_\($0.uppercased()):+\"\(option):$MARTLET_\($0.uppercased())\"}" }
    }
    let script = words.joined(separator: " ")
    var entries = [YAMLEntry("shell", .scalar(script))]
    if let folder = file.folder?.parent { entries.append(YAMLEntry("working_directory", .scalar(folder.string))) }
    if file.mayMoveHead(lane) { entries.append(YAMLEntry("changes", .words(["head"]))) }
    return step("run", .mapping(entries + [YAMLEntry("outward", .flag(true))]))
  }

  /// Returns the words of a script that runs one action with fastlane; nil unless all arguments are known.
  mutating func fastlaneScript(_ call: RubyCall) -> String? {
    guard call.receiver == nil, call.block == nil, let command = fastlaneCommand(call, nil) else { return nil }
    return command.script.joined(separator: " ")
  }

  /// Returns the words of the command that runs one action with fastlane, and those of its script.
  private mutating func fastlaneCommand(
    _ call: RubyCall, _ upload: FastlaneUpload?
  ) -> (words: [String], script: [String], needsShell: Bool)? {
    var words = fastlane + ["run", call.name]
    var script = words.map(\.shellWord)
    var needsShell = false
    for argument in call.arguments {
      guard let option = argument.name else {
        noteArgument(argument, isKnown: false)
        return nil
      }
      if let variable = upload?.variables[option], template(argument.value) == "${env.\(variable)}" { continue }
      guard let text = runText(argument.value, isList: (upload?.lists ?? FastlaneAction.listOptions).contains(option)),
        let word = ShellTemplate(text)?.argument(option)
      else {
        noteArgument(argument, isKnown: argument.value.isLiteral)
        return nil
      }
      words.append("\(option):\(text)")
      needsShell = needsShell || word.isOptional
      script.append(word.text)
    }
    return (words, script, needsShell)
  }

  private var fastlane: [String] { (file.project.hasGemfile ? ["bundle", "exec"] : []) + ["fastlane"] }
}

// `fastlane run ACTION key:value` (`one_off.rb`) passes texts, of which `true`, `yes`, `false` and `no` become booleans
// (`command_line_handler.rb`). The type of an option turns a text into a number, or into a list at its commas
// (`config_item.rb`: `auto_convert_value`). It reads `.env`, plugins, the Appfile and the file of the action, and has neither
// the lane nor the values that earlier actions left in `lane_context` and `ENV`.
extension LaneTranslator {
  /// Returns the step that runs one action with fastlane; nil unless every argument is known, and the action needs nothing
  /// from the lane.
  mutating func fastlaneAction(_ call: RubyCall) -> [YAMLItem]? {
    guard let name = call.path, call.block == nil, !file.replaces(name), [nil, "ios"].contains(lane?.platform) else {
      return nil
    }
    guard !file.project.hasFilesForLanes else {
      return refuse("a file such as the Appfile has values for single lanes")
    }
    let upload = FastlaneUpload.all[name]
    guard upload != nil || FastlaneAction.standalone.contains(name) else { return nil }
    if let reason = reasonForContext(name, call, upload) { return refuse(reason) }
    guard let (words, script, needsShell) = fastlaneCommand(call, upload) else { return nil }
    var entries = [
      needsShell
        ? YAMLEntry("shell", .scalar(script.joined(separator: " "))) : YAMLEntry("command", .words(words))
    ]
    if let folder = file.folder?.parent { entries.append(YAMLEntry("working_directory", .scalar(folder.string))) }
    let isLocal = FastlaneAction.building.union(FastlaneAction.testing).union(FastlaneAction.editing).contains(name)
    if !isLocal { entries.append(YAMLEntry("outward", .flag(true))) }
    if !FastlaneAction.keepingFacts.contains(name) { discardFacts() }
    state.mayHaveChangedFiles = true
    return [step("run", entries.count == 1 && !needsShell ? entries[0].value : .mapping(entries))]
  }

  /// Returns the value as `fastlane run` takes it: a text, a number, a boolean, or a list of texts for an option of that type.
  private mutating func runText(_ value: RubyValue, isList: Bool) -> String? {
    if let text = value.runText { return text.replacing("$", with: "$$") }
    if case .list = value {
      guard isList, let texts = literalTexts(value), !texts.isEmpty,
        !texts.contains(where: { $0.contains(",") || $0.isEmpty })
      else { return nil }
      return texts.joined(separator: ",").replacing("$", with: "$$")
    }
    if case .symbol = value { return nil }
    guard let text = template(value), !text.namesSecret, !RubyValue.runBooleans.contains(text) else { return nil }
    return text
  }

  /// Why an action needs the process of its lane, as a clause after `because`; nil if it does not.
  private func reasonForContext(_ name: String, _ call: RubyCall, _ upload: FastlaneUpload?) -> String? {
    if let (value, readers) = FastlaneAction.leaving[name] {
      guard let lane, !file.calls.called.contains(lane.name) else {
        return "a lane may read the \(value) that it leaves"
      }
      return reader(readers.subtracting([name]), with: lane).map { "`\($0)` reads the \(value) that it leaves" }
    }
    guard let upload, !isIndependent(upload, call) else { return nil }
    return "it may read what other actions have left"
  }

  /// The word of the lane, or of a hook, that reads what an action has left in `lane_context`, or may do so.
  private func reader(_ readers: Set<String>, with lane: FastfileOutline.Lane) -> String? {
    let parts = [(lane.unit, lane.span)] + file.outline.hooks.map { ($0.unit, $0.span) }
    for (unit, span) in parts {
      let words = RubyChanges(in: span, of: unit.source, definitions: []).words
      let found = words.sorted().first { word in
        readers.contains(word) || file.outline.definitions[word] != nil
          || file.outline.lane(called: word, platform: lane.platform).map { $0.lane.name == lane.name } == false
      }
      if let found { return found }
    }
    return nil
  }
}

/// A template as a part of a shell script.
private struct ShellTemplate {
  private var text = ""
  private var variables: [String] = []
  /// The variable, if the template is nothing else.
  private var onlyVariable: String? { variables.count == 1 && text == "\"${\(variables[0])}\"" ? variables[0] : nil }

  /// nil for a template with other values than variables, facts and parameters.
  init?(_ template: String) {
    var rest = template[...]
    while !rest.isEmpty {
      if rest.hasPrefix("${") {
        guard let end = rest.firstIndex(of: "}") else { return nil }
        let name = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
        let variable = name.hasPrefix("env.") ? String(name.dropFirst(4)) : "MARTLET_" + name.uppercased()
        guard variable.isVariableName else { return nil }
        variables.append(variable)
        text += "\"${\(variable)}\""
        rest = rest[rest.index(after: end)...]
      } else {
        let isEscape = rest.hasPrefix("$$")
        let end =
          isEscape ? rest.index(rest.startIndex, offsetBy: 2) : rest.dropFirst().firstIndex(of: "$") ?? rest.endIndex
        text += (isEscape ? "$" : String(rest[..<end])).shellWord
        rest = rest[end...]
      }
    }
  }

  /// The argument `option:text`. One that is only a variable without a value is `nil` in Ruby, so it is left out.
  func argument(_ option: String) -> (text: String, isOptional: Bool) {
    guard let name = onlyVariable else { return ("\(option):\(text)", false) }
    return ("${\(name):+\"\(option):$\(name)\"}", true)
  }
}

extension RubyValue {
  /// The texts that `fastlane run` takes for booleans.
  static let runBooleans: Set<String> = ["true", "false", "yes", "no"]

  /// The text of a literal that `fastlane run` reads as the same value (`command_line_handler.rb`: `convert_value`).
  fileprivate var runText: String? {
    switch self {
    case .literal(let text): text == "nil" ? nil : text
    case .string: text.flatMap { Self.runBooleans.contains($0) ? nil : $0 }
    case .symbol, .list, .call, .element, .operation, .not, .unknown: nil
    }
  }
}
