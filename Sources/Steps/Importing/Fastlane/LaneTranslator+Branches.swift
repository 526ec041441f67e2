import MartletCore

extension LaneTranslator {
  /// Returns the steps of an `if` or `unless`; nil when it cannot be translated.
  mutating func items(of branch: RubyBranch) -> [YAMLItem]? {
    if let question = question(branch.condition) {
      guard !branch.isNegated, branch.otherwise.isEmpty else { return nil }
      return confirmationWithSteps(question, branch.body)
    }
    if asksForAnsweredVersion(branch.condition) {
      // `prompt_version` raises the version only if the answer is a different one.
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
    dropChanges(since: outer.1)
    return items
  }

  /// Removes bindings that conditional steps may have changed.
  private mutating func dropChanges(since outer: [String: Binding]) {
    bindings = bindings.filter { name, binding in outer[name] == binding }
  }

  /// Returns `confirm` with the steps after a yes; nil when none of them can be translated.
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

  /// Returns `confirm` with the steps after a yes. Returns only comments when no step can be translated, because a no
  /// to a `confirm` without steps would stop the lane.
  private mutating func confirmation(_ question: String, _ body: some Collection<RubyStatement>) -> [YAMLItem] {
    let outer = (conditions, bindings)
    conditions = []
    confirmationDepth += 1
    let items = items(body)
    confirmationDepth -= 1
    conditions = outer.0
    dropChanges(since: outer.1)
    guard items.contains(where: \.isStep) else { return items }
    return [step("confirm", .mapping([YAMLEntry("text", .scalar(question)), YAMLEntry("steps", .list(items))]))]
  }

  /// The depth limit of nested confirmations.
  private static let confirmationLimit = 8

  /// Translates `next unless UI.confirm("…")` and `UI.user_error!("…") unless UI.confirm("…")`: all later steps depend
  /// on the answer. After a no, the lane ends successfully or fails.
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

  /// Returns the text of `UI.confirm("…")`, or of the variable with its answer.
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

  /// Whether it checks only if a new version was entered: `version.strip == ""`.
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

  /// Returns the value without `!` before it, and whether it is negated.
  fileprivate func withoutNegation(_ isNegated: Bool) -> (RubyValue, Bool) {
    if case .not(let value) = self { value.withoutNegation(!isNegated) } else { (self, isNegated) }
  }
}
