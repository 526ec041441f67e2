import TextEditing

extension LifeCycle {
  /// The keys of what is done around lanes, of a Releasefile and of a lane.
  static func keys<Owner>(at lifeCycle: any WritableKeyPath<Owner, LifeCycle> & Sendable) -> [GrammarKey<Owner>] {
    func key(
      _ name: String, _ steps: any WritableKeyPath<LifeCycle, [StepDeclaration]> & Sendable, _ summary: String
    ) -> GrammarKey<Owner> {
      GrammarKey(name, .steps, summary) { decoder, entry, owner in
        decoder.steps.isHandlingErrors = name == "on_error"
        owner[keyPath: lifeCycle][keyPath: steps] = decoder.stepList(entry.value)
        decoder.steps.isHandlingErrors = false
      }
    }
    return [
      key("before_all", \.beforeAll, "Steps before the lane that the command line names."),
      key("after_all", \.afterAll, "Steps after that lane, when nothing failed."),
      key("on_error", \.onError, "Steps when something failed."),
      key("finally", \.finally, "Steps at the end, whatever happened."),
    ]
  }
}

extension Lane {
  static var form: GrammarForm { .mapping(keys) }

  fileprivate static let keys: [GrammarKey<Lane>] =
    [
      GrammarKey("summary", .text("One sentence for the list of lanes.")) { $2.summary = $0.text($1.value) },
      GrammarKey("private", .flag, "Whether only other lanes may call it.") { $2.isPrivate = $0.flag($1.value) },
      GrammarKey(
        "parameters", .names(.optionalMapping(LaneParameter.keys.map(\.field))), "The values that the lane takes."
      ) {
        $2.parameters = $0.parameters($1.value)
        $0.steps.localNames = $2.parameters.map(\.name)
      },
      // Read before the lane, of which it makes several.
      GrammarKey("for_each", .names(.list(.text(""))), "Makes one lane for each combination of values.") { _, _, _ in },
      GrammarKey("steps", .steps, "The steps, in order.") { $2.steps = $0.stepList($1.value) },
      GrammarKey("outputs", .names(.text("")), "Values for a lane that calls this one.") {
        $2.outputs = NamedTexts($1.value, decoder: &$0.steps)?.byName ?? [:]
      },
    ] + LifeCycle.keys(at: \.lifeCycle)
}

extension LaneParameter {
  fileprivate static let keys: [GrammarKey<LaneParameter>] = [
    GrammarKey("type", .choice(Kind.allCases.map(\.rawValue), "What the value must be.")) {
      if let kind = $1.value.text.flatMap(Kind.init) {
        $2.kind = kind
      } else {
        $0.steps.report(.wrongValue(expected: "one of \(Kind.allCases.map(\.rawValue).quotedList)"), at: $1.value)
      }
    },
    GrammarKey("default", .text("What it is when it is not given.")) {
      $2.defaultValue = Template($1.value, decoder: &$0.steps)
    },
    GrammarKey("required", .flag, "Whether it must be given.") { $2.isRequired = $0.flag($1.value) },
    GrammarKey("secret", .flag, "Whether its value must not be seen.") { $2.isSecret = $0.flag($1.value) },
    GrammarKey("env", .text("The environment variable that it is taken from.")) { $2.variable = $0.text($1.value) },
    GrammarKey("summary", .text("One sentence.")) { $2.summary = $0.text($1.value) },
    GrammarKey("values", .list(.text("")), "What may be chosen from.") {
      $2.choices = $0.texts(in: $1.value, of: "a list of values")
    },
  ]
}

extension ReleasefileDecoder {
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

  private mutating func lane(_ name: String, _ node: Node, at span: Range<Int>) -> Lane {
    var lane = Lane(name: name)
    let entries = mapping(node, of: "a mapping with `steps`")
    // Parameters come first, wherever they stand: the names of all else depend on them.
    let ordered = entries.filter { $0.key == "parameters" } + entries.filter { $0.key != "parameters" }
    defer { steps.localNames = [] }
    decode(ordered, by: Lane.keys, into: &lane, of: "lane `\(name)`")
    return lane
  }

  fileprivate mutating func stepList(_ node: Node) -> [StepDeclaration] {
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
  fileprivate mutating func parameters(_ node: Node) -> [LaneParameter] {
    mapping(node, of: "a mapping of parameters").compactMap { parameter($0) }
  }

  private mutating func parameter(_ entry: Node.Entry) -> LaneParameter? {
    guard entry.key.isName, !FactName.isKnown(entry.key), !entry.key.contains(".") else {
      steps.report(.badParameterName(entry.key), at: entry.keySpan)
      return nil
    }
    var parameter = LaneParameter(name: entry.key)
    decode(
      entry.value, by: LaneParameter.keys, into: &parameter, of: "parameter `\(entry.key)`",
      expected: "a mapping such as `{type: string, default: text}`")
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
