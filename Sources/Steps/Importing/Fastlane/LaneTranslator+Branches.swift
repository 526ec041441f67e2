import MartletCore

extension LaneTranslator {
  /// Returns the steps of an `if` or `unless`; nil when it cannot be translated.
  mutating func items(of branch: RubyBranch) -> [YAMLItem]? {
    if let question = question(branch.condition) {
      guard !branch.isNegated, branch.otherwise.isEmpty else { return nil }
      return confirmationWithSteps(question, branch.body)
    }
    if asksForAnsweredVersion(branch.condition) {
      // `bump: ask` raises the version only if the answer is a different one.
      return branch.otherwise.isEmpty ? items(branch.body) : nil
    }
    if let check = check(branch) { return [check] }
    guard let tests = tests(branch.condition, isNegated: branch.isNegated) else { return nil }
    var opposite: [String] = []
    if !branch.otherwise.isEmpty {
      guard let tests = self.tests(branch.condition, isNegated: !branch.isNegated) else { return nil }
      opposite = tests
    }
    guard !branch.leavesLane else { return nil }
    let before = state
    let steps = items(branch.body, if: tests)
    let (count, after) = (missing.parts.count, state)
    state = before
    let otherSteps = items(branch.otherwise, if: opposite)
    state = after.merged(with: state, before: before)
    // Without a translated step, the whole statement is missing.
    return (steps + otherSteps).contains(where: \.isStep) || count < missing.parts.count ? steps + otherSteps : nil
  }

  private mutating func items(_ statements: [RubyStatement], if tests: [String]) -> [YAMLItem] {
    let outer = conditions
    conditions += tests
    defer { conditions = outer }
    return items(statements)
  }

  /// Returns `confirm` with the steps after a yes; nil when none of them can be translated.
  private mutating func confirmationWithSteps(_ question: String, _ body: [RubyStatement]) -> [YAMLItem]? {
    guard confirmationDepth < Self.confirmationLimit else { return nil }
    let items = confirmation(question, body, continues: hasMore)
    return items.contains(where: \.isStep) ? items : nil
  }

  /// Returns `confirm` with the steps after a yes. Returns only comments when no step can be translated, because a no
  /// to a `confirm` without steps would stop the lane.
  ///
  /// - Parameter continues: Whether other statements follow, which also run after a no.
  private mutating func confirmation(
    _ question: String, _ body: some Collection<RubyStatement>, continues: Bool
  ) -> [YAMLItem] {
    let outer = (conditions, state)
    conditions = []
    confirmationDepth += 1
    let items = items(body)
    confirmationDepth -= 1
    conditions = outer.0
    state = state.merged(with: outer.1, before: outer.1)
    guard items.contains(where: \.isStep) else { return items }
    var entries = [YAMLEntry("text", .scalar(question))]
    if continues { entries.append(YAMLEntry("otherwise", .scalar("continue"))) }
    return [step("confirm", .mapping(entries + [YAMLEntry("steps", .list(items))]))]
  }

  /// The depth limit of nested confirmations.
  private static let confirmationLimit = 8

  /// Translates statements after which the rest of the lane depends on a condition: `next unless UI.confirm("…")`,
  /// `return if options[:x]`, and `UI.user_error!("…") unless UI.confirm("…")`.
  mutating func itemsOfGuard(_ statement: RubyStatement, before rest: ArraySlice<RubyStatement>) -> [YAMLItem]? {
    guard case .branch(let branch) = statement.kind, branch.otherwise.isEmpty, openDefinitions.isEmpty,
      case .value(.call(let ending))? = branch.body.last?.kind
    else { return nil }
    guard branch.body.count == 1 else { return itemsOfGuard(branch, ending, before: rest) }
    let (condition, isNegated) = branch.condition.withoutNegation(branch.isNegated)
    let isEnd = ["next", "return"].contains(ending.path) && ending.arguments.isEmpty
    if let question = question(condition) {
      guard isNegated else { return nil }
      if isEnd {
        // In a branch, these statements end the whole lane.
        guard confirmationDepth < Self.confirmationLimit, conditions.isEmpty, confirmationDepth == 0 else { return nil }
        return confirmation(question, rest, continues: lane.map { file.calls.called.contains($0.name) } ?? false)
      }
      return ending.fails ? [step("confirm", .scalar(question))] + items(rest) : nil
    }
    if isEnd {
      guard conditions.isEmpty, confirmationDepth == 0,
        let tests = tests(branch.condition, isNegated: !branch.isNegated)
      else { return nil }
      conditions = tests
      defer { conditions = [] }
      return items(rest)
    }
    if let check = check(branch) { return [check] + items(rest) }
    guard ending.fails, let tests = tests(branch.condition, isNegated: branch.isNegated),
      let (echo, environment) = failure(ending)
    else { return nil }
    let outer = conditions
    conditions += tests
    let stop = step("run", .mapping([YAMLEntry("shell", .scalar("\(echo) >&2; exit 1"))] + environment))
    conditions = outer
    return [stop] + items(rest)
  }

  /// Translates `if options[:dry_run] … next end` with messages before its end.
  private mutating func itemsOfGuard(
    _ branch: RubyBranch, _ ending: RubyCall, before rest: ArraySlice<RubyStatement>
  ) -> [YAMLItem]? {
    let messages = Array(branch.body.dropLast())
    guard ["next", "return"].contains(ending.path), ending.arguments.isEmpty, conditions.isEmpty,
      confirmationDepth == 0, messages.allSatisfy({ isHarmless($0) }),
      let tests = tests(branch.condition, isNegated: branch.isNegated),
      let opposite = self.tests(branch.condition, isNegated: !branch.isNegated)
    else { return nil }
    let items = items(messages, if: tests)
    conditions = opposite
    defer { conditions = [] }
    return items + self.items(rest)
  }

  /// Returns the text of `UI.confirm("…")`, or of the variable with its answer.
  mutating func question(_ value: RubyValue) -> String? {
    if let name = value.bareName, case .question(let text)? = state.bindings[name] { return text }
    guard case .call(let call) = value, call.block == nil else { return nil }
    switch call.path {
    case "UI.confirm" where call.arguments.count == 1: return template(call.arguments[0].value)
    case "prompt" where call.arguments.contains { $0.name == "boolean" && $0.value.isTrue }:
      guard call.arguments.allSatisfy({ ["boolean", "text"].contains($0.name) }) else { return nil }
      return call.arguments.first { $0.name == "text" }.flatMap { template($0.value) }
    default: return nil
    }
  }

  /// Whether it checks only if a new version was entered: `version.strip == ""`.
  private func asksForAnsweredVersion(_ condition: RubyValue) -> Bool {
    var names: [String] = []
    condition.forEach { value in
      if case .call(let call) = value, call.receiver == nil { names.append(call.name) }
    }
    return names.contains { state.bindings[$0] == .answeredVersion }
      && names.allSatisfy {
        state.bindings[$0] == .answeredVersion || state.bindings[$0] == .template("${version}")
          || state.bindings[$0] == .template("${previous_version}")
      }
  }
}

extension LaneTranslator.State {
  /// Returns what is known after two alternatives.
  func merged(with other: Self, before: Self) -> Self {
    var result = self
    for name in Set(bindings.keys).union(other.bindings.keys).sorted() where bindings[name] != other.bindings[name] {
      result.bindings[name] = .unknown
    }
    if raises != other.raises {
      result.raises = before.raises
      result.mayHaveRaised = true
    }
    result.mayHaveRaised = result.mayHaveRaised || other.mayHaveRaised
    result.raisesBuild = raisesBuild && other.raisesBuild
    result.setBuild = setBuild == other.setBuild ? setBuild : []
    result.changelog = changelog == other.changelog ? changelog : nil
    result.mayHaveStaged = mayHaveStaged || other.mayHaveStaged
    result.ensuredBranch = ensuredBranch == other.ensuredBranch ? ensuredBranch : nil
    result.mayHaveChangedFiles = mayHaveChangedFiles || other.mayHaveChangedFiles
    result.hasOptions = hasOptions && other.hasOptions
    result.hasFolder = hasFolder && other.hasFolder
    result.hasEnvironment = hasEnvironment && other.hasEnvironment
    result.wasClean = wasClean && other.wasClean
    return result
  }
}

extension RubyBranch {
  fileprivate var leavesLane: Bool { (body + otherwise).contains(where: \.leavesLane) }
}

extension RubyStatement {
  /// Whether it is or contains `next`, `return` or `break`, which end more than a branch.
  var leavesLane: Bool {
    var leaves = false
    forEachValue { value in
      if case .call(let call) = value, call.receiver == nil, ["next", "return", "break", "redo"].contains(call.name) {
        leaves = true
      }
    }
    return leaves
  }
}

extension RubyCall {
  /// Whether it ends the lane with an error.
  var fails: Bool {
    ["UI.user_error!", "UI.abort_with_message!", "UI.crash!", "raise", "abort"].contains(path) && block == nil
  }
}

extension RubyValue {
  var isTrue: Bool {
    if case .literal("true") = self { true } else { false }
  }

  var isFalse: Bool {
    if case .literal("false") = self { true } else { false }
  }

  /// Returns the value without `!` before it, and whether it is negated.
  fileprivate func withoutNegation(_ isNegated: Bool) -> (RubyValue, Bool) {
    if case .not(let value) = self { value.withoutNegation(!isNegated) } else { (self, isNegated) }
  }
}
