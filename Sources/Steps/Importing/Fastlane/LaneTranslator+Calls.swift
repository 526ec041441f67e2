import MartletCore

extension LaneTranslator {
  /// Returns the step for a call of another lane; nil when it would form a cycle, or cannot be translated.
  mutating func items(
    calling callee: (lane: FastfileOutline.Lane, name: String), _ call: RubyCall, boundTo name: String?
  ) -> [YAMLItem]? {
    if let lane, !file.calls.permits(lane.name, calling: callee.lane.name) { return nil }
    guard name == nil || callee.lane.returnsVersion else { return nil }
    let options = file.calls.options[callee.lane.name] ?? []
    var given: [YAMLEntry] = []
    var comments: [YAMLItem] = []
    for argument in call.arguments {
      guard let option = argument.name, options.contains(option), let parameter = callee.lane.parameter(option),
        !given.contains(where: { $0.key == parameter })
      else {
        comments.append(leftOut(argument.span))
        continue
      }
      guard let text = template(argument.value) else { return nil }
      given.append(YAMLEntry(parameter, .scalar(text)))
    }
    let node: YAMLNode =
      given.isEmpty
      ? .scalar(callee.name) : .mapping([YAMLEntry("lane", .scalar(callee.name)), YAMLEntry("with", .mapping(given))])
    let step = step("lane", node)
    if file.incompleteLanes.contains(callee.lane.name) { isIncomplete = true }
    if file.calls.raising.contains(callee.lane.name) { versionIsRaised(by: "lane") }
    if file.calls.raisingBuild.contains(callee.lane.name) { buildIsRaised() }
    if let name { bindings[name] = .template("${version}") }
    return comments + [step]
  }
}

extension FastfileOutline.Lane {
  /// Returns the parameter name of an option; nil when it cannot be a parameter.
  func parameter(_ option: String) -> String? {
    guard !option.isEmpty, option.utf8.count <= 100, option.utf8.allSatisfy({ $0.isIdentifier }) else { return nil }
    return LaneTranslator.reservedNames.contains(option) || option == loop?.variable ? "given_\(option)" : option
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
