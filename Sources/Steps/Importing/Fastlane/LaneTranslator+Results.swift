import MartletCore

// Values of methods and lanes that only compute one.
extension LaneTranslator {
  /// The options of a lane whose result is being computed.
  struct GivenOptions {
    let name: String
    let values: [String: Binding]
  }

  /// What is known of a variable, or of an option of the lane whose result is being computed.
  func bound(_ value: RubyValue) -> Binding? {
    if let name = value.bareName { return state.bindings[name] }
    guard let givenOptions, let option = value.option(of: givenOptions.name) else { return nil }
    return givenOptions.values[option] ?? .unknown
  }

  /// Returns the result of a method, or of a lane, whose statements only assign values and print.
  mutating func result(of call: RubyCall) -> Binding? {
    guard call.receiver == nil, call.block == nil, openDefinitions.count < Self.expansionLimit,
      !openDefinitions.contains(call.name)
    else { return nil }
    if let method = file.outline.definitions[call.name] {
      guard let bindings = bindings(of: method.definition, call) else { return nil }
      return result(of: method.definition.body, in: method.unit, method.span, call.name, bindings, nil)
    }
    guard let lane = file.outline.lane(called: call.name, platform: lane?.platform)?.lane, lane.loop == nil else {
      return nil
    }
    var values: [String: Binding] = [:]
    for argument in call.arguments {
      guard let name = argument.name else { return nil }
      values[name] = binding(of: argument.value) ?? .unknown
      guard values[name] != .unknown || argument.value.isPlain else { return nil }
    }
    let options = GivenOptions(name: lane.block.parameters.first ?? "", values: values)
    return result(of: lane.block.body, in: lane.unit, lane.span, call.name, [:], options)
  }

  private mutating func result(
    of body: [RubyStatement], in unit: FastfileUnit, _ place: Range<Int>, _ name: String, _ bindings: [String: Binding],
    _ options: GivenOptions?
  ) -> Binding? {
    guard let last = body.last else { return nil }
    let outer = self
    // It sees no variables of its caller.
    (self.unit, givenOptions) = (unit, options ?? GivenOptions(name: "", values: [:]))
    state.bindings = outer.state.bindings.filter { file.isShared($0.key) }.merging(bindings) { $1 }
    state.roots = [:]
    openDefinitions.append(name)
    ownNames = unit.changedNames(in: place)
    defer {
      (self.unit, givenOptions, span, ownNames) = (outer.unit, outer.givenOptions, outer.span, outer.ownNames)
      (state.bindings, state.roots, openDefinitions) = (outer.state.bindings, outer.state.roots, outer.openDefinitions)
    }
    for statement in body.dropLast() {
      span = statement.span
      if case .assignment(let name, let value) = statement.kind, !file.isShared(name), let binding = binding(of: value)
      {
        state.bindings[name] = binding
      } else {
        guard isHarmless(statement) else { return nil }
        for name in unit.changedNames(in: statement.span) { state.bindings[name] = .unknown }
      }
    }
    span = last.span
    switch last.kind {
    case .value(.call(let call))
    where call.path == "return" && call.arguments.count == 1 && call.arguments[0].name == nil:
      return binding(of: call.arguments[0].value)
    case .value(let value): return binding(of: value)
    case .assignment, .branch, .definition, .attempt, .other: return nil
    }
  }
}

extension LaneTranslator.Binding {
  /// The text that it stands for, as a template; nil if only Ruby knows it.
  var text: String? {
    switch self {
    case .template(let text), .number(let text), .latestBuild(.found(let text)): text
    case .answeredVersion: "${version}"
    case .question, .latestBuild, .nextBuild, .condition, .commit, .file, .unknown: nil
    }
  }
}
