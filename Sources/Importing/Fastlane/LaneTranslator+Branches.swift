import TextEditing

extension LaneTranslator {
  /// What depends on `if` or `unless`; nil when that cannot be said.
  mutating func items(of branch: RubyBranch) -> [YAMLItem]? {
    if let question = question(branch.condition) {
      guard !branch.isNegated, branch.otherwise.isEmpty else { return nil }
      return confirmationWithSteps(question, branch.body)
    }
    if asksForAnsweredVersion(branch.condition) {
      // `prompt_version` raises only when another version was given.
      return branch.otherwise.isEmpty ? items(branch.body) : nil
    }
    guard let tests = tests(branch.condition, isNegated: branch.isNegated) else { return nil }
    var opposite: [String] = []
    if !branch.otherwise.isEmpty {
      guard let tests = self.tests(branch.condition, isNegated: !branch.isNegated) else { return nil }
      opposite = tests
    }
    return items(branch.body, if: tests) + items(branch.otherwise, if: opposite)
  }

  private mutating func items(_ statements: [RubyStatement], if tests: [String]) -> [YAMLItem] {
    let outer = (conditions, bindings)
    conditions += tests
    let items = items(statements)
    conditions = outer.0
    forgetChanges(since: outer.1)
    return items
  }

  /// What a variable is after steps that may not be done is not known.
  private mutating func forgetChanges(since outer: [String: Binding]) {
    bindings = bindings.filter { name, binding in outer[name] == binding }
  }

  /// `confirm` with what follows a yes; nil when nothing of that can be said.
  private mutating func confirmationWithSteps(_ question: String, _ body: [RubyStatement]) -> [YAMLItem]? {
    guard confirmationDepth < Self.confirmationLimit else { return nil }
    let before = self
    let items = confirmation(question, body)
    guard items.contains(where: \.isStep) else {
      self = before
      return nil
    }
    return items
  }

  /// `confirm` with what follows a yes; comments alone when nothing of that can be said, as without steps a no would
  /// stop the lane.
  private mutating func confirmation(_ question: String, _ body: some Collection<RubyStatement>) -> [YAMLItem] {
    let outer = (conditions, bindings)
    conditions = []
    confirmationDepth += 1
    let items = items(body)
    confirmationDepth -= 1
    conditions = outer.0
    forgetChanges(since: outer.1)
    guard items.contains(where: \.isStep) else { return items }
    return [step("confirm", .mapping([YAMLEntry("text", .scalar(question)), YAMLEntry("steps", .list(items))]))]
  }

  /// Lists in lists are read to a certain depth only.
  private static let confirmationLimit = 8

  /// `next unless UI.confirm("…")` and `UI.user_error!("…") unless UI.confirm("…")`: all that follows depends on the
  /// answer, and without one the lane ends well or badly.
  mutating func itemsOfGuard(_ statement: RubyStatement, before rest: ArraySlice<RubyStatement>) -> [YAMLItem]? {
    guard case .branch(let branch) = statement.kind, branch.otherwise.isEmpty, branch.body.count == 1,
      case .value(.call(let ending))? = branch.body.first?.kind
    else { return nil }
    let (condition, isNegated) = branch.condition.withoutNegation(branch.isNegated)
    guard isNegated, let question = question(condition) else { return nil }
    switch ending.path {
    case "next", "return":
      guard confirmationDepth < Self.confirmationLimit else { return nil }
      return confirmation(question, rest)
    case "UI.user_error!", "UI.abort_with_message!", "raise", "abort":
      return [step("confirm", .scalar(question))] + items(rest)
    default: return nil
    }
  }

  /// The text of `UI.confirm("…")`, or of the variable that holds its answer.
  mutating func question(_ value: RubyValue) -> String? {
    if let name = value.bareName, case .question(let text)? = bindings[name] { return text }
    guard case .call(let call) = value else { return nil }
    switch call.path {
    case "UI.confirm": return call.arguments.first.flatMap { template($0.value) }
    case "prompt" where call.arguments.contains { $0.name == "boolean" && $0.value.isTrue }:
      return call.arguments.first { $0.name == "text" }.flatMap { template($0.value) }
    default: return nil
    }
  }

  /// Whether it asks for nothing but whether a new version was given: `version.strip == ""`.
  private func asksForAnsweredVersion(_ condition: RubyValue) -> Bool {
    var names: [String] = []
    condition.forEach { value in
      if case .call(let call) = value, call.receiver == nil { names.append(call.name) }
    }
    return names.contains { bindings[$0] == .answeredVersion }
      && names.allSatisfy {
        bindings[$0] == .answeredVersion || bindings[$0] == .template("${version}")
          || bindings[$0] == .template("${previous_version}")
      }
  }
}

extension RubyValue {
  var isTrue: Bool {
    if case .literal("true") = self { true } else { false }
  }

  /// The value that is left without the `!` before it, and whether it is still negated.
  fileprivate func withoutNegation(_ isNegated: Bool) -> (RubyValue, Bool) {
    if case .not(let value) = self { value.withoutNegation(!isNegated) } else { (self, isNegated) }
  }
}
