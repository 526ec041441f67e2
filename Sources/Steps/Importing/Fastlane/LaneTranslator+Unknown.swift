import MartletCore

// What is unknown after a statement that could not be translated.
extension LaneTranslator {
  /// Returns a comment for a statement that could not be translated. What it may change is unknown from here on.
  ///
  /// - Parameter reason: A clause after `because`.
  mutating func leaveOut(_ statement: RubyStatement, because reason: String) -> YAMLItem {
    let isHarmless = isHarmless(statement)
    if !isHarmless { missing.add(unit.source.excerpt(at: span), at: unit.place(at: span.lowerBound)) }
    discard(statement, isHarmless: isHarmless)
    let place = unit.place(at: span.lowerBound)
    let excerpt = unit.source.excerpt(at: span)
    return .comment(
      isHarmless
        ? "left out (\(place.path):\(place.line)), the lane is complete without it: \(excerpt)"
        : "not translated (\(place.path):\(place.line)), because \(reason): \(excerpt)")
  }

  /// Why a statement of this kind has no counterpart.
  func reason(of statement: RubyStatement) -> String {
    switch statement.kind {
    case .branch: "only Ruby knows the condition"
    case .assignment(_, .call(let call)), .value(.call(let call)):
      if let path = call.path, call.block == nil, call.receiver == nil {
        file.reason(forAction: path)
      } else {
        "only Ruby runs it"
      }
    case .assignment, .value, .definition, .attempt, .other: "only Ruby runs it"
    }
  }

  /// Records why the current statement has no counterpart.
  mutating func refuse(_ reason: String) -> [YAMLItem]? {
    self.reason = reason
    return nil
  }

  /// Whether a step has every argument of an action.
  mutating func isDone(_ arguments: ActionArguments) -> Bool {
    guard let rest = arguments.rest.first else { return true }
    noteArgument(rest)
    return false
  }

  /// - Parameter isKnown: Whether the value is in the Fastfile.
  mutating func noteArgument(_ argument: RubyArgument, isKnown: Bool = true) {
    let text = argument.span.isEmpty ? argument.name ?? "" : unit.source.excerpt(at: argument.span)
    reason = "\(isKnown ? "no step has" : "only Ruby knows") `\(text.count > 40 ? "\(text.prefix(40)) …" : text)`"
  }

  /// Makes every value unknown that `statement` may change.
  mutating func discard(_ statement: RubyStatement, isHarmless: Bool) {
    let definitions = Set(file.outline.definitions.keys)
    let changes = RubyChanges(in: span, of: unit.source, definitions: definitions)
    for name in changes.counts.keys { discard(name) }
    if case .assignment(let name, _) = statement.kind { discard(name) }
    if changes.mayChangeAll { for name in state.bindings.keys { state.bindings[name] = .unknown } }
    if let optionsName, changes.mayChange(optionsName) { state.hasOptions = false }
    if changes.changesFolder { state.hasFolder = false }
    if !changes.words.isDisjoint(with: FastlaneAction.leavingChangelog) { state.changelog = nil }
    if changes.mayChange("ENV") { state.hasEnvironment = false }
    guard !isHarmless else { return }
    let calls = changes.words.filter { word in
      !isVariable(word) && !RubyPurity.isKeyword(word) && word.unicodeScalars.first?.properties.isUppercase != true
    }
    guard !calls.isSubset(of: FastlaneAction.keepingFacts) || file.project.customActions.intersection(calls).count > 0
    else { return }
    discardFacts()
    state.mayHaveRaised = true
    state.ensuredBranch = nil
  }

  /// Makes `name` unknown, with the names of the same Ruby object.
  private mutating func discard(_ name: String) {
    let root = state.roots[name] ?? name
    for (other, ownRoot) in state.roots where ownRoot == root { state.bindings[other] = .unknown }
    state.bindings[root] = .unknown
    state.bindings[name] = .unknown
  }

  /// Whether a step with the `id` can be added: every id is used once.
  mutating func reserve(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.allSatisfy(\.isIdentifier) && id.utf8.count <= 100 && ids.insert(id).inserted
  }

  /// Makes every variable unknown whose text has a value that a command may have changed.
  mutating func discardFacts() {
    for (name, binding) in state.bindings where binding.dependsOnFacts { state.bindings[name] = .unknown }
    state.mayHaveChangedFiles = true
  }

  /// Whether a lane is complete without `statement`: it only prints something, sends a notification, or computes a value.
  func isHarmless(_ statement: RubyStatement) -> Bool {
    switch statement.kind {
    case .value(.call(let call)) where itemsOfSetting(call) != nil: return true
    case .branch(let branch):
      var (start, end) = (statement.span.lowerBound, branch.body.first?.span.lowerBound ?? span.upperBound)
      if start == end {
        // The condition follows its statement.
        let word = RubyLexer.tokens(of: unit.source, in: statement.span).last { $0.isWord("if") || $0.isWord("unless") }
        (start, end) = (word?.span.lowerBound ?? start, statement.span.upperBound)
      }
      return isPure(from: start, to: end)
        && (branch.body + branch.otherwise).allSatisfy { isHarmless($0) }
    case .value(.call(let call)):
      guard let path = call.path, FastlaneAction.harmless.contains(path) || FastlaneAction.settings.contains(path),
        path != "require_relative", !file.replaces(path)
      else { break }
      return call.block == nil && call.arguments.allSatisfy { isPure(from: $0.span.lowerBound, to: $0.span.upperBound) }
    case .value, .assignment, .definition, .attempt, .other: break
    }
    let tokens = RubyLexer.tokens(of: unit.source, in: statement.span)
    if let name = RubyStatement.environmentAssignment(tokens) {
      return FastlaneAction.harmlessVariables.contains(where: name.hasPrefix)
        && isPure(from: tokens[5].span.lowerBound, to: statement.span.upperBound)
    }
    if tokens.count > 2, case .word(let name) = tokens[0].kind, tokens[1].isMark("=") {
      return !file.isShared(name) && isPure(from: tokens[2].span.lowerBound, to: statement.span.upperBound)
    }
    return isPure(from: statement.span.lowerBound, to: statement.span.upperBound)
  }

  /// Whether `name` is a variable where the statement is. The name of a variable of another lane is an action here.
  private func isVariable(_ name: String) -> Bool {
    name == optionsName || state.bindings[name] != nil || ownNames.contains(name) || file.outerNames.contains(name)
  }

  func isPure(from start: Int, to end: Int) -> Bool {
    guard start < end else { return false }
    let purity = RubyPurity { isVariable($0) && !file.replaces($0) }
    return purity.holds(in: start..<end, of: unit.source)
  }
}
