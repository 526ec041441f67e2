import TextEditing

extension LifeCycle {
  /// The keys of what is done around lanes, of a Releasefile and of a lane.
  static let keys = ["before_all", "after_all", "on_error", "finally"]
}

extension ReleasefileDecoder {
  private static let laneKeys = ["summary", "private", "parameters", "for_each", "steps", "outputs"] + LifeCycle.keys

  /// The lanes of the mapping `node`; one that has a `for_each` becomes several.
  mutating func lanes(_ node: Node) -> [Lane] {
    var lanes: [Lane] = []
    var names: Set<String> = []
    for entry in mapping(node, of: "a mapping of lanes") {
      for variables in combinations(of: entry) {
        let name = entry.key.substituting(variables).replacing("$$", with: "$")
        guard name.isName, !name.hasPrefix("-") else {
          steps.report(.badLaneName(name), at: entry.keySpan)
          continue
        }
        if !names.insert(name).inserted { steps.report(.repeatedLane(name), at: entry.keySpan) }
        let node = entry.value.substituting(variables)
        steps.enterLane(with: node.stepIDs)
        lanes.append(lane(name, node, at: entry.keySpan))
      }
    }
    return lanes
  }

  /// Decodes `entry` if its key is one of a life cycle.
  ///
  /// - Returns: whether it was.
  mutating func decode(_ entry: Node.Entry, into lifeCycle: inout LifeCycle) -> Bool {
    switch entry.key {
    case "before_all": lifeCycle.beforeAll = stepList(entry.value)
    case "after_all": lifeCycle.afterAll = stepList(entry.value)
    case "finally": lifeCycle.finally = stepList(entry.value)
    case "on_error":
      steps.isHandlingErrors = true
      lifeCycle.onError = stepList(entry.value)
      steps.isHandlingErrors = false
    default: return false
    }
    return true
  }

  private mutating func lane(_ name: String, _ node: Node, at span: Range<Int>) -> Lane {
    var lane = Lane(name: name)
    let entries = mapping(node, of: "a mapping with `steps`")
    // Parameters come first, wherever they stand: the names of all else depend on them.
    for entry in entries where entry.key == "parameters" {
      lane.parameters = mapping(entry.value, of: "a mapping of parameters").compactMap { parameter($0) }
    }
    steps.localNames = lane.parameters.map(\.name)
    defer { steps.localNames = [] }
    for entry in entries {
      switch entry.key {
      case "summary": lane.summary = text(entry.value)
      case "private": lane.isPrivate = Bool(entry.value, decoder: &steps) ?? false
      case "parameters", "for_each": break
      case "steps": lane.steps = stepList(entry.value)
      case "outputs": lane.outputs = NamedTexts(entry.value, decoder: &steps)?.byName ?? [:]
      default:
        guard !decode(entry, into: &lane.lifeCycle) else { continue }
        steps.report(.unknownKey(entry.key, of: "lane `\(name)`", known: Self.laneKeys), at: entry.keySpan)
      }
    }
    return lane
  }

  private mutating func stepList(_ node: Node) -> [StepDeclaration] {
    list(node, of: "a list of steps").compactMap { steps.declaration(of: $0) }
  }

  /// Every combination of the values of a lane's `for_each`, the first variable changing slowest; one without variables
  /// for a lane that has none.
  private mutating func combinations(of entry: Node.Entry) -> [[String: String]] {
    guard let forEach = entry.value.entries?.first(where: { $0.key == "for_each" }) else { return [[:]] }
    var combinations: [[String: String]] = forEach.value.entries == nil ? [] : [[:]]
    for variable in mapping(forEach.value, of: "a mapping of names to lists of values") {
      var values = list(variable.value, of: "a list of values").compactMap { text($0) }
      if variable.value.elements?.isEmpty == true { steps.report(.noValues(variable.key), at: variable.keySpan) }
      if !entry.key.contains("${\(variable.key)}") {
        steps.report(.variableNotInName(variable.key, lane: entry.key), at: variable.keySpan)
        values = Array(values.prefix(1))
      }
      combinations = combinations.flatMap { combination in
        values.map { combination.merging([variable.key: $0]) { $1 } }
      }
      guard combinations.count <= Self.combinationLimit else {
        steps.report(.tooManyLanes(limit: Self.combinationLimit), at: variable.keySpan)
        return []
      }
    }
    return combinations
  }

  private static let combinationLimit = 100
}

// MARK: Parameters

extension ReleasefileDecoder {
  private static let parameterKeys = ["type", "default", "required", "secret", "env", "summary", "values"]

  private mutating func parameter(_ entry: Node.Entry) -> LaneParameter? {
    guard entry.key.isName, !FactName.isKnown(entry.key), !entry.key.contains(".") else {
      steps.report(.badParameterName(entry.key), at: entry.keySpan)
      return nil
    }
    var parameter = LaneParameter(name: entry.key)
    for key in mapping(entry.value, of: "a mapping such as `{type: string, default: text}`") {
      switch key.key {
      case "type":
        if let kind = key.value.text.flatMap(LaneParameter.Kind.init) {
          parameter.kind = kind
        } else {
          let kinds = LaneParameter.Kind.allCases.map { "`\($0.rawValue)`" }
          steps.report(.wrongValue(expected: "one of \(kinds.joined(separator: ", "))"), at: key.value)
        }
      case "default": parameter.defaultValue = Template(key.value, decoder: &steps)
      case "required": parameter.isRequired = Bool(key.value, decoder: &steps) ?? false
      case "secret": parameter.isSecret = Bool(key.value, decoder: &steps) ?? false
      case "env": parameter.variable = text(key.value)
      case "summary": parameter.summary = text(key.value)
      case "values": parameter.choices = list(key.value, of: "a list of values").compactMap { text($0) }
      default:
        steps.report(
          .unknownKey(key.key, of: "parameter `\(entry.key)`", known: Self.parameterKeys), at: key.keySpan)
      }
    }
    check(parameter, at: entry)
    return parameter
  }

  private mutating func check(_ parameter: LaneParameter, at entry: Node.Entry) {
    switch (parameter.kind, parameter.choices.isEmpty) {
    case (.choice, true): steps.report(.choiceWithoutValues(parameter.name), at: entry.keySpan)
    case (.choice, false), (_, true): break
    case (_, false): steps.report(.valuesWithoutChoice(parameter.name), at: entry.keySpan)
    }
    if parameter.isSecret, parameter.defaultValue != nil {
      steps.report(.secretWithDefault(parameter.name), at: entry.keySpan)
    }
    guard let text = parameter.defaultValue?.literal, parameter.kind != .choice || !parameter.choices.isEmpty
    else { return }
    if parameter.problem(with: text) != nil {
      let span = entry.value.entries?.first { $0.key == "default" }?.value.span ?? entry.keySpan
      steps.report(.wrongDefault(text, of: parameter.name, expected: parameter.expectation), at: span)
    }
  }
}
