import MartletCore

extension LaneTranslator {
  /// Translates `name = value`: a name for a text, a question, or a step whose result it stores.
  mutating func itemsOfAssignment(
    _ name: String, _ value: RubyValue, before rest: ArraySlice<RubyStatement>
  ) -> [YAMLItem]? {
    // Other lanes, hooks and methods may change it, too.
    guard !file.isShared(name), !file.mayChangeAll, state.bindings.count < Self.bindingLimit else { return nil }
    assignedName = name
    if let binding = binding(of: value) {
      state.bindings[name] = binding
      state.roots[name] = value.withoutConversions.bareName.flatMap { other in
        state.bindings[other].map { _ in state.roots[other] ?? other }
      }
      return []
    }
    guard case .call(let call) = value.withoutConversions else { return nil }
    if call.isPrompt, rest.prefix(Self.reach).contains(where: { $0.raisesVersion(to: name) }) {
      guard call.arguments.count <= 1 || call.path == "prompt" else { return nil }
      let step = promptVersion()
      state.bindings[name] = .answeredVersion
      return [step]
    }
    return items(of: call, boundTo: name)
  }

  /// Binds a keyword parameter of the lane to its option.
  mutating func bind(_ keyword: RubyBlock.Keyword) {
    state.bindings[keyword.name] = .unknown
    guard let parameter = parameter(keyword.name) else { return }
    switch keyword.defaultValue {
    case .unknown: return
    case .none: break
    case .text(let text): guard declare(keyword.name, default: text.replacing("$", with: "$$")) else { return }
    }
    state.bindings[keyword.name] = .template("${\(parameter)}")
  }

  /// Returns what a variable with the value stands for; nil for values that only Ruby can compute.
  mutating func binding(of value: RubyValue) -> Binding? {
    if case .literal(let text) = value, text != "nil" { return .number(text) }
    if let binding = bound(value) { return binding == .unknown ? nil : binding }
    if let commit = lastCommit(value) { return commit }
    if let count = commitCount(value) { return count }
    if let latest = storeBuild(value) { return .latestBuild(latest) }
    if let latest = nextBuild(value) { return .nextBuild(latest) }
    if case .call(let call) = value, call.path.map(file.replaces) == true { return result(of: call) }
    if let text = template(value) { return .template(text) }
    if let file = fileBinding(value) { return file }
    if let question = question(value) { return .question(question) }
    guard value.isComparison, let tests = tests(value, isNegated: false),
      let opposite = self.tests(value, isNegated: true)
    else { return nil }
    return .condition(tests, opposite: opposite)
  }

  /// Returns what `File.read` of a literal path stands for: the code of a lane runs in the folder of the Fastfile.
  func fileBinding(_ value: RubyValue) -> Binding? {
    guard case .call(let call) = value.withoutConversions, call.path == "File.read", call.arguments.count == 1,
      let text = call.arguments[0].value.text, state.hasFolder, !text.contains(where: \.isWhitespace),
      let path = RelativePath(file.folder.map { "\($0)/x" } ?? "x")?.sibling(text)
    else { return nil }
    return .file(path.string)
  }

  private static let bindingLimit = 200
  /// The number of statements after a prompt for the version to search for the raise.
  private static let reach = 50

  /// Returns the step that prompts for the version and raises the project to it.
  mutating func promptVersion() -> YAMLItem {
    versionIsRaised(Raise(action: "bump", change: "${version}", arguments: ""))
    return step("bump", .scalar(BumpStep.asked))
  }

  /// Records that the version was raised: variables with the old version now refer to `previous_version`.
  mutating func versionIsRaised(_ raise: Raise) {
    let isFirst = state.raises.isEmpty && !state.mayHaveRaised
    state.raises.append(raise)
    for (name, binding) in state.bindings {
      guard case .template(let text) = binding, text.contains("${version}") else { continue }
      state.bindings[name] =
        isFirst ? .template(text.replacing("${version}", with: "${previous_version}")) : .unknown
    }
  }

  /// Makes variables with the old build number unknown, because the project has another one now.
  mutating func buildIsRaised() {
    state.raisesBuild = true
    state.setBuild = []
    for (name, binding) in state.bindings {
      switch binding {
      case .template(let text) where text.contains("${build}"): state.bindings[name] = .unknown
      case .nextBuild: state.bindings[name] = .unknown
      default: break
      }
    }
  }

  /// Returns `prompt`, whose answer the variable `name` stores.
  mutating func prompt(_ call: RubyCall, _ arguments: inout ActionArguments, boundTo name: String) -> [YAMLItem]? {
    guard reserve(name) else { return nil }
    let question = call.path == "prompt" ? arguments.take("text") : arguments.takeFirst()
    guard let text = question.flatMap({ template($0) }) else { return nil }
    var entries = [YAMLEntry("text", .scalar(text))]
    if call.path == "UI.select" {
      guard case .list(let values)? = arguments.takeFirst() else { return nil }
      let words = values.compactMap(\.text)
      guard words.count == values.count, !words.isEmpty else { return nil }
      entries.append(YAMLEntry("values", .words(words)))
    }
    if let value = arguments.take("ci_input") {
      guard let text = template(value) else { return nil }
      if !text.isEmpty { entries.append(YAMLEntry("default", .scalar(text))) }
    }
    guard isDone(arguments) else { return nil }
    state.bindings[name] = .template("${steps.\(name).answer}")
    let value = entries.count == 1 ? YAMLNode.scalar(text) : .mapping(entries)
    return [step("prompt", value, id: name)]
  }
}

extension RubyValue {
  /// The value without `strip` and similar conversions.
  var withoutConversions: RubyValue {
    guard case .call(let call) = self, let receiver = call.receiver, call.arguments.isEmpty, call.block == nil,
      LaneTranslator.plainConversions.contains(call.name)
    else { return self }
    return receiver.withoutConversions
  }
}

extension RubyCall {
  /// Whether it prompts for a text.
  fileprivate var isPrompt: Bool {
    path == "UI.input" || (path == "prompt" && !arguments.contains { ["boolean", "secure_text"].contains($0.name) })
  }
}

extension RubyStatement {
  /// Whether it raises the version to the value of the variable `name`, with or without a check that it is set.
  fileprivate func raisesVersion(to name: String) -> Bool {
    switch kind {
    case .branch(let branch):
      var mentions = false
      branch.condition.forEach { if $0.bareName == name { mentions = true } }
      return mentions && branch.otherwise.isEmpty && branch.body.contains { $0.raisesVersion(to: name) }
    case .value(.call(let call)), .assignment(_, .call(let call)):
      guard call.path == "increment_version_number" else { return false }
      return call.arguments.contains { argument in
        argument.name == "version_number" && argument.value.withoutConversions.bareName == name
      }
    case .assignment, .value, .definition, .attempt, .other: return false
    }
  }
}
