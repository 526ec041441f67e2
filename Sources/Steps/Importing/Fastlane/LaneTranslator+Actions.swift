import MartletCore

extension LaneTranslator {
  /// Returns the steps for a fastlane action; nil for an action without a counterpart.
  ///
  /// - Parameter name: The variable that stores its result.
  mutating func items(of call: RubyCall, boundTo name: String?) -> [YAMLItem]? {
    guard call.block == nil else { return nil }
    if let path = call.path, call.receiver == nil,
      let callee = file.outline.lane(called: path, platform: lane?.platform)
    {
      return items(calling: callee, call, boundTo: name)
    }
    if name == nil, let bare = RubyValue.call(call).bareName, bindings[bare] != nil { return [] }
    switch call.path {
    case "increment_version_number", "version_bump_podspec": return bump(call, boundTo: name)
    case "increment_build_number": return bumpBuild(call, boundTo: name)
    case "sh": return run(call, boundTo: name)
    case "UI.input", "prompt", "UI.select": return name.flatMap { prompt(call, boundTo: $0) }
    default: return name == nil ? items(of: call) : nil
    }
  }

  /// Returns the steps for an action whose result is not used.
  private mutating func items(of call: RubyCall) -> [YAMLItem]? {
    switch call.path {
    case "commit_version_bump", "git_commit": return commit(call)
    case "add_git_tag": return tag(call)
    case "push_to_git_remote", "push_git_tags": return push(call)
    case "ensure_git_branch": return ensureBranch(call)
    case "ensure_git_status_clean": return leftOver(ActionArguments(call)) + [step("ensure_clean")]
    case "ensure_env_vars": return ensureEnvironment(call)
    case "puts", "say", "UI.message", "UI.success", "UI.important", "UI.header": return message(call)
    // These only read a value.
    case "get_version_number", "get_build_number", "version_get_podspec", "git_branch": return []
    default: return nil
    }
  }

  // MARK: Version

  private mutating func bump(_ call: RubyCall, boundTo name: String?) -> [YAMLItem]? {
    var arguments = ActionArguments(call)
    var change: String
    if let value = arguments.take("version_number") {
      if case .call(let prompt) = value, ["UI.input", "prompt"].contains(prompt.path) {
        let items = leftOver(arguments) + [promptVersion()]
        if let name { bindings[name] = .template("${version}") }
        return items
      }
      guard let text = template(value) else { return nil }
      change = text
    } else if let value = arguments.take("bump_type") {
      guard let text = template(value) else { return nil }
      change = text
    } else {
      change = "bump"
    }
    var items = leftOver(arguments)
    if change == "bump" {
      change = "patch"
      if call.name == "increment_version_number" {
        items.append(remark("fastlane raises the last number here, `bump: patch` raises the third"))
      }
    }
    if raises(call.name, to: change) {
      guard change != "${version}", isChange(change) else { return nil }
      items.append(step("bump", .scalar(change)))
      versionIsRaised(by: call.name)
    }
    if let name { bindings[name] = .template("${version}") }
    return items
  }

  /// Whether every possible value of `text` is a version change. The values of a loop are known, those of options are
  /// not.
  private func isChange(_ text: String) -> Bool {
    let texts = lane?.loop.map { loop in loop.values.map { text.replacing("${\(loop.variable)}", with: $0) } } ?? [text]
    return texts.allSatisfy { $0.contains("${") || (try? VersionChange($0)) != nil }
  }

  /// Whether an action still raises the version. One step raises every manifest, so later raises have no effect.
  private func raises(_ action: String, to change: String) -> Bool {
    let others = raisedBy.filter { ($0 == "version_bump_podspec") != (action == "version_bump_podspec") }
    return others.isEmpty && (raisedBy.isEmpty || change != "${version}")
  }

  private mutating func bumpBuild(_ call: RubyCall, boundTo name: String?) -> [YAMLItem]? {
    var arguments = ActionArguments(call)
    var value = YAMLNode.nothing
    var remarks: [YAMLItem] = []
    if let number = arguments.take("build_number") {
      if let strategy = strategy(number) {
        value = .scalar(strategy)
      } else {
        guard let text = template(number), text.hasPrefix("${env."), text.hasSuffix("}") else { return nil }
        value = .mapping([YAMLEntry("minimum", .scalar(text))])
        remarks.append(remark("fastlane sets this number, `minimum` never lowers the current one"))
      }
    }
    buildIsRaised()
    if let name { bindings[name] = .template("${build}") }
    return leftOver(arguments) + remarks + [step("bump_build", value)]
  }

  private mutating func strategy(_ number: RubyValue) -> String? {
    if case .call(let call) = number, call.path == "number_of_commits", call.arguments.isEmpty { return "commit_count" }
    // Not the `BUILD_NUMBER` of Jenkins, a name that projects also use for their own numbers.
    let counters = [
      "GITHUB_RUN_NUMBER", "CI_PIPELINE_IID", "CI_BUILD_NUMBER", "BUILDKITE_BUILD_NUMBER", "CIRCLE_BUILD_NUM",
      "BITRISE_BUILD_NUMBER",
    ]
    guard let text = template(number) else { return nil }
    return counters.contains { text == "${env.\($0)}" } ? "ci_run_number" : nil
  }

  // MARK: Git

  private mutating func commit(_ call: RubyCall) -> [YAMLItem]? {
    var arguments = ActionArguments(call)
    var entries: [YAMLEntry] = []
    if let value = arguments.take("message") {
      guard let text = template(value) else { return nil }
      entries.append(YAMLEntry("message", .scalar(text)))
    }
    if (arguments.take("no_verify") ?? arguments.take("skip_git_hooks"))?.isTrue == true {
      entries.append(YAMLEntry("hooks", .flag(false)))
    }
    return leftOver(arguments) + [step("commit", entries.shortened(main: "message"))]
  }

  private mutating func tag(_ call: RubyCall) -> [YAMLItem]? {
    var arguments = ActionArguments(call)
    var entries: [YAMLEntry] = []
    var remarks: [YAMLItem] = []
    if let value = arguments.take("tag") {
      guard let text = template(value) else { return nil }
      madeTags.append(text)
      if text != file.tagFormat?.description { entries.append(YAMLEntry("name", .scalar(text))) }
    } else {
      // fastlane's default name, if no option changes it.
      guard
        !["build_number", "prefix", "postfix", "grouping", "includes_lane"].contains(where: {
          arguments.take($0) != nil
        })
      else { return nil }
      madeTags.append("")
      entries.append(YAMLEntry("name", .scalar("builds/${lane}/${build}")))
      if !raisesBuild {
        remarks.append(remark("each run needs a new build number for this tag: add `- bump_build` above `commit`"))
      }
    }
    if let value = arguments.take("message") {
      guard let text = template(value) else { return nil }
      entries.append(YAMLEntry("message", .scalar(text)))
    }
    if arguments.take("sign")?.isTrue == true { entries.append(YAMLEntry("sign", .flag(true))) }
    return leftOver(arguments) + remarks + [step("tag", entries.shortened(main: "name"))]
  }

  /// A lane that lacks a step of its release must not publish the rest of it.
  private mutating func push(_ call: RubyCall) -> [YAMLItem]? {
    guard !isIncomplete else { return [remark("no push, because a step of the release above it is missing")] }
    var arguments = ActionArguments(call)
    var entries: [YAMLEntry] = []
    if let value = arguments.take("remote") {
      guard let text = template(value) else { return nil }
      entries.append(YAMLEntry("remote", .scalar(text)))
    }
    guard let checks = branchChecks(&arguments) else { return nil }
    // `push` includes the tags of the run.
    if case .literal("false")? = arguments.take("tags"), !madeTags.isEmpty { return nil }
    if arguments.take("no_verify")?.isTrue == true { entries.append(YAMLEntry("hooks", .flag(false))) }
    if call.path == "push_git_tags" { entries.append(YAMLEntry("branch", .flag(false))) }
    return leftOver(arguments) + checks + [step("push", entries.shortened(main: "remote"))]
  }

  /// Returns the check that the branch to push is the checked-out one, which `push` pushes to the branch of the same
  /// name; nil if the branches differ, or could.
  private mutating func branchChecks(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    var branches: Set<String> = []
    for name in ["local_branch", "remote_branch"] {
      guard let value = arguments.take(name) else { continue }
      guard let text = template(value) else { return nil }
      if text != "${branch}", name == "remote_branch" || text != "HEAD" { branches.insert(text) }
    }
    guard let branch = branches.first, branch != ensuredBranch else { return branches.count > 1 ? nil : [] }
    guard branches.count == 1, isPlainBranch(branch) else { return nil }
    return [step("ensure_branch", .scalar(branch))]
  }

  /// Whether `name` is the name of a branch, and not a pattern.
  private func isPlainBranch(_ name: String) -> Bool {
    let literal = name.replacing("${", with: "").replacing("}", with: "")
    return !literal.contains(where: "^$|*+?()[]{}\\".contains)
  }

  /// Translates the branch, which is a pattern in fastlane and a name here.
  private mutating func ensureBranch(_ call: RubyCall) -> [YAMLItem]? {
    var arguments = ActionArguments(call)
    var branch = "master"
    if let value = arguments.take("branch") {
      guard var text = template(value) else { return nil }
      if text.hasPrefix("^"), text.hasSuffix("$$") { text = String(text.dropFirst().dropLast(2)) }
      branch = text
    }
    guard isPlainBranch(branch) else { return nil }
    if conditions.isEmpty { ensuredBranch = branch }
    return leftOver(arguments) + [step("ensure_branch", .scalar(branch))]
  }

  private mutating func ensureEnvironment(_ call: RubyCall) -> [YAMLItem]? {
    var arguments = ActionArguments(call)
    guard case .list(let values)? = arguments.take("env_vars") else { return nil }
    let names = values.compactMap(\.text)
    guard names.count == values.count, !names.isEmpty else { return nil }
    return leftOver(arguments) + [step("ensure_environment", .words(names))]
  }

  private mutating func message(_ call: RubyCall) -> [YAMLItem]? {
    var arguments = ActionArguments(call)
    guard let text = (arguments.takeFirst() ?? arguments.take("text")).flatMap({ template($0) }), !text.isEmpty else {
      return nil
    }
    return leftOver(arguments) + [step("message", .scalar(text))]
  }
}

extension [YAMLEntry] {
  /// Returns the shortest form of a step's parameters: nothing, the value of its main parameter, or all.
  fileprivate func shortened(main: String) -> YAMLNode {
    if isEmpty { return .nothing }
    if count == 1, let entry = first, entry.key == main { return entry.value }
    return .mapping(self)
  }
}
