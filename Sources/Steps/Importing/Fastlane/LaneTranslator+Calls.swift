import MartletCore

extension LaneTranslator {
  /// Returns the step for a call of another lane; nil when it would form a cycle, or cannot be translated.
  mutating func items(
    calling callee: (lane: FastfileOutline.Lane, name: String), _ call: RubyCall, boundTo name: String?
  ) -> [YAMLItem]? {
    if let lane, !file.calls.permits(lane.name, calling: callee.lane.name) {
      return refuse("the lanes call each other")
    }
    let isSetting = name != nil && LaneTranslator(file, lane: callee.lane, bindings: [:]).isSetting
    guard name == nil || callee.lane.returnsVersion || isSetting else { return refuse("a lane returns no value") }
    guard let given = arguments(of: call, for: callee.lane) else {
      return refuse("only Ruby knows an option of lane `\(callee.name)`")
    }
    let node: YAMLNode =
      given.isEmpty
      ? .scalar(callee.name) : .mapping([YAMLEntry("lane", .scalar(callee.name)), YAMLEntry("with", .mapping(given))])
    if file.incompleteLanes.contains(callee.lane.name) {
      missing.add("lane `\(callee.name)` stops", at: unit.place(at: span.lowerBound), isShown: false)
      state.mayHaveRaised = true
    }
    let step = step("lane", node)
    // Other lanes may change shared variables, the branch and any file.
    let version = state.bindings.filter { $0.value == .template("${version}") }
    discardFacts()
    if file.calls.raising.contains(callee.lane.name), !state.mayHaveRaised {
      for (name, binding) in version { state.bindings[name] = binding }
      versionIsRaised(Raise(action: "lane", change: "", arguments: ""))
    }
    if file.calls.raisingBuild.contains(callee.lane.name) { buildIsRaised() }
    state.ensuredBranch = nil
    state.changelog = nil
    if file.changingEnvironment.contains(callee.lane.name) { state.hasEnvironment = false }
    if let name { state.bindings[name] = isSetting ? .unknown : .template("${version}") }
    return [step]
  }

  /// Returns the values of the callee's parameters; nil if an argument cannot be translated, or may have another effect.
  private mutating func arguments(of call: RubyCall, for callee: FastfileOutline.Lane) -> [YAMLEntry]? {
    let options = file.calls.options[callee.name] ?? []
    var given: [YAMLEntry] = []
    for argument in call.arguments {
      guard let option = argument.name else {
        // `beta(options)` hands all options on.
        guard optionsName != nil, argument.value.bareName == optionsName, call.arguments.count == 1, state.hasOptions
        else { return nil }
        for option in options {
          guard let parameter = callee.parameter(option), declare(option, default: nil),
            let own = self.parameter(option)
          else { return nil }
          given.append(YAMLEntry(parameter, .scalar("${\(own)}")))
        }
        // A default of the callee would not apply to an empty value.
        return file.calls.hasDefaults(callee.name) ? nil : given
      }
      if case .literal("nil") = argument.value { continue }
      guard options.contains(option) else {
        guard !callee.mentionsOptions, isPure(from: argument.span.lowerBound, to: argument.span.upperBound) else {
          return nil
        }
        continue
      }
      guard let parameter = callee.parameter(option), !given.contains(where: { $0.key == parameter }),
        let text = template(argument.value), !text.namesSecret
      else { return nil }
      given.append(YAMLEntry(parameter, .scalar(text)))
    }
    return given
  }

  /// Returns the steps of a method's body; nil if one of its statements cannot be translated.
  mutating func items(
    expanding method: FastfileOutline.Definition, _ call: RubyCall, boundTo name: String?
  ) -> [YAMLItem]? {
    guard call.block == nil, openDefinitions.count < Self.expansionLimit,
      !openDefinitions.contains(call.name), let bound = bindings(of: method.definition, call)
    else { return refuse("only Ruby runs the method `\(call.name)`") }
    // A method sees no variables of its caller, and its own end with it.
    let outer = (state.bindings, state.roots, missing.parts.count, conditions)
    let outerNames = ownNames
    guard outer.3.isEmpty || !method.definition.body.isEmpty else { return nil }
    state.bindings = outer.0.filter { file.isShared($0.key) }.merging(bound) { $1 }
    openDefinitions.append(call.name)
    ownNames = method.unit.changedNames(in: method.span)
    let items = inside(method.unit) { $0.items(method.definition.body) }
    ownNames = outerNames
    openDefinitions.removeLast()
    guard let items, missing.parts.count == outer.2 else {
      let part = missing.parts.dropFirst(outer.2).first
      return refuse("`\(call.name)`" + (part.map { " has \($0.place.path):\($0.place.line): \($0.text)" } ?? ""))
    }
    // The value of a method is known only if it needs no step, such as that of a login.
    guard name == nil || !items.contains(where: \.isStep) else {
      return refuse("only Ruby runs the method `\(call.name)`")
    }
    let facts = state
    (state.bindings, state.roots) = (outer.0, outer.1)
    if let name { state.bindings[name] = .unknown }
    if facts.raises != [] || facts.mayHaveChangedFiles || facts.raisesBuild { discardFacts() }
    state.mayHaveChangedFiles = facts.mayHaveChangedFiles
    return items
  }

  mutating func bindings(of method: RubyDefinition, _ call: RubyCall) -> [String: Binding]? {
    guard let parameters = method.parameters else { return nil }
    var arguments = ActionArguments(call)
    var bound: [String: Binding] = [:]
    for parameter in parameters {
      let given = parameter.isKeyword ? arguments.take(parameter.name) : arguments.takeFirst()
      guard let value = given ?? parameter.defaultValue else { return nil }
      bound[parameter.name] = binding(of: value) ?? .unknown
      // Computing the value must not change anything.
      guard bound[parameter.name] != .unknown || value.isPlain else { return nil }
    }
    return isDone(arguments) ? bound : nil
  }

  /// Translates `Dir.chdir("..") do … end`. Only commands run in that folder: actions run in the project's folder.
  mutating func changeFolder(_ call: RubyCall) -> [YAMLItem]? {
    guard let block = call.block, block.parameters.isEmpty, call.arguments.count == 1, folder == nil,
      let text = call.arguments[0].value.text, block.body.allSatisfy(\.isCommandOrMessage)
    else { return nil }
    // The root has no path, but a name in it does.
    guard let place = RelativePath(file.folder.map { "\($0)/x" } ?? "x")?.sibling(text + "/x") else { return nil }
    let count = missing.parts.count
    folder = .some(place.parent)
    let items = items(block.body)
    folder = nil
    return missing.parts.count == count && items.contains(where: \.isStep) ? items : nil
  }
}

extension RubyStatement {
  fileprivate var isCommandOrMessage: Bool {
    switch kind {
    case .value(.call(let call)), .assignment(_, .call(let call)):
      call.path == "sh" || call.path.map(FastlaneAction.harmless.contains) == true
    case .value, .assignment, .branch, .definition, .attempt, .other: false
    }
  }
}

extension FastfileOutline.Lane {
  /// Returns the parameter name of an option; nil when it cannot be a parameter.
  func parameter(_ option: String) -> String? {
    guard !option.isEmpty, option.utf8.count <= 100, option.utf8.allSatisfy({ $0.isIdentifier }) else { return nil }
    return LaneTranslator.reservedNames.contains(option) || option == loop?.variable ? "given_\(option)" : option
  }

  /// The names of variables that the lane assigns before it has them anywhere else, and never has with arguments: none of them is a
  /// call of a lane.
  var localNames: Set<String> {
    guard let start = block.body.first?.span.lowerBound else { return [] }
    let text = unit.source.string(at: span)
    let tokens = RubyLexer.tokens(of: unit.source, in: start..<span.upperBound)
    var names: Set<String> = []
    for statement in block.body {
      guard case .assignment(let name, _) = statement.kind, !text.contains("\(name)("), !text.contains("\(name) (")
      else {
        continue
      }
      let lines = unit.source.string(at: start..<statement.span.lowerBound).split(separator: "\n")
      // Without comments, but with the values in texts.
      let code = lines.filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("# ") }.joined(separator: "\n")
      let isFirst = !code.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }).contains {
        $0 == name
      }
      let hasArguments = tokens.indices.contains { index in
        guard tokens[index].isWord(name), index + 1 < tokens.count else { return false }
        switch tokens[index + 1].kind {
        case .label, .string, .symbol, .words, .number, .opaque: return true
        case .word(let word): return !RubyPurity.isKeyword(word)
        case .mark, .lineEnd: return false
        }
      }
      if isFirst, !hasArguments { names.insert(name) }
    }
    return names
  }

  /// Whether it uses its options other than by a key, so that any option may have an effect.
  var mentionsOptions: Bool {
    guard let name = block.parameters.first else { return false }
    let tokens = RubyLexer.tokens(of: unit.source, in: span)
    return tokens.indices.dropFirst(4).contains { index in
      guard tokens[index].isWord(name), !tokens[index - 1].isMark("|") else { return false }
      guard index + 1 < tokens.count else { return true }
      if tokens[index + 1].isMark("[") { return false }
      return !(tokens[index + 1].isMark(".") && index + 2 < tokens.count && tokens[index + 2].isWord("fetch"))
    }
  }

  /// Whether its last value is a variable with the project's version.
  var returnsVersion: Bool {
    guard case .value(let last)? = block.body.last?.kind, let name = last.bareName else { return false }
    return block.body.contains { statement in
      guard case .assignment(name, .call(let call)) = statement.kind else { return false }
      return call.path == "get_version_number"
    }
  }
}
