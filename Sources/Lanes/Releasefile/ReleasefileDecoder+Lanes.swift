import MartletCore

extension LifeCycle {
  /// Returns the life-cycle keys of a Releasefile or a lane.
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
      key("before_all", \.beforeAll, "Steps before the lane that was started."),
      key("after_all", \.afterAll, "Steps after that lane, if nothing failed."),
      key("on_error", \.onError, "Steps after a failure."),
      key("finally", \.finally, "Steps at the end, after success or failure."),
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
        "parameters", .names(.optionalMapping(LaneParameter.keys.map(\.field))), "The parameters of the lane."
      ) {
        $2.parameters = $0.parameters($1.value)
        $0.steps.localNames = $2.parameters.map(\.name)
      },
      // Expanded before the lane is decoded.
      GrammarKey("for_each", .names(.list(.text(""))), "Creates one lane for each combination of values.") { _, _, _ in
      },
      GrammarKey(
        "pull_request", PullRequestDeclaration.form,
        "Whether the lane releases what a merged pull request of `martlet propose` has prepared."
      ) { $2.pullRequest = $0.pullRequest($1.value) },
      GrammarKey(
        "allow_dirty", .flag,
        "Whether files may have uncommitted changes before the run; `commit` includes those in the files of the lane."
      ) { $2.allowsDirtyFiles = $0.flag($1.value) },
      GrammarKey("allow_empty", .flag, "Whether it makes another release if nothing was committed since the last one.")
      {
        $2.allowsEmptyReleases = $0.flag($1.value)
      },
      GrammarKey("steps", .steps, "The steps, in order.") { $2.steps = $0.stepList($1.value) },
      GrammarKey("outputs", .names(.text("")), "Values for a lane that calls this one.") {
        $2.outputs = NamedTexts($1.value, decoder: &$0.steps)?.byName ?? [:]
      },
    ] + LifeCycle.keys(at: \.lifeCycle)
}

extension LaneParameter {
  fileprivate static let keys: [GrammarKey<LaneParameter>] = [
    GrammarKey("type", .choice(Kind.allCases.map(\.rawValue), "The type of the value.")) {
      if let kind = $1.value.text.flatMap(Kind.init) {
        $2.kind = kind
      } else {
        $0.steps.report(.wrongValue(expected: "one of \(Kind.allCases.map(\.rawValue).quotedList)"), at: $1.value)
      }
    },
    GrammarKey("default", .text("The value without an argument.")) {
      $2.defaultValue = Template($1.value, decoder: &$0.steps)
    },
    GrammarKey("required", .flag, "Whether an argument is required.") { $2.isRequired = $0.flag($1.value) },
    GrammarKey("secret", .flag, "Whether its value is secret.") { $2.isSecret = $0.flag($1.value) },
    GrammarKey("env", .text("The environment variable to read without an argument.")) {
      $2.variable = $0.text($1.value)
    },
    GrammarKey("summary", .text("A description in one sentence.")) { $2.summary = $0.text($1.value) },
    GrammarKey("values", .list(.text("")), "The values to choose from.") {
      $2.choices = $0.texts(in: $1.value, of: "a list of values")
    },
  ]
}

extension ReleasefileDecoder {
  /// Decodes the lanes of the mapping `node`; a lane with `for_each` becomes several.
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
    // Parameters are decoded first, because other keys can use their names.
    let ordered = entries.filter { $0.key == "parameters" } + entries.filter { $0.key != "parameters" }
    defer { steps.localNames = [] }
    decode(ordered, by: Lane.keys, into: &lane, of: "lane `\(name)`")
    return lane
  }

  fileprivate mutating func stepList(_ node: Node) -> [StepDeclaration] {
    list(node, of: "a list of steps").compactMap { steps.declaration(of: $0) }
  }

  /// Returns every combination of the values of a lane's `for_each`, the first variable changing slowest; one empty
  /// combination for a lane without `for_each`.
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
