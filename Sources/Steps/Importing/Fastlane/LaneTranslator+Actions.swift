import MartletCore

// The parameters and defaults are those of `fastlane/lib/fastlane/actions/NAME.rb` in fastlane 2.237. An argument that a step
// does not have keeps the action untranslated.
extension LaneTranslator {
  /// Returns the steps for a fastlane action; nil for an action without a counterpart.
  ///
  /// - Parameter name: The variable that stores its result.
  mutating func items(of call: RubyCall, boundTo name: String?) -> [YAMLItem]? {
    if let path = call.path, call.receiver == nil {
      // A variable, also one with the name of an action.
      if let binding = bound(.call(call)) { return binding == .unknown || name != nil ? nil : [] }
      if let definition = file.outline.definitions[path] { return items(expanding: definition, call, boundTo: name) }
      if call.block == nil, let callee = file.outline.lane(called: path, platform: lane?.platform) {
        return items(calling: callee, call, boundTo: name)
      }
      if file.project.customActions.contains(path) { return nil }
    }
    if let items = itemsOfSetting(call) {
      if let name { state.bindings[name] = .unknown }
      return items
    }
    if call.path == "Dir.chdir" { return name == nil ? changeFolder(call) : nil }
    guard call.block == nil else { return nil }
    var arguments = ActionArguments(call)
    let items = items(of: call, &arguments, boundTo: name)
    if items == nil, runsActions, name == nil, let items = fastlaneAction(call) { return items }
    if items == nil, reason == nil, let last = arguments.last {
      noteArgument(last, isKnown: last.value.isLiteral)
    }
    return items
  }

  private mutating func items(
    of call: RubyCall, _ arguments: inout ActionArguments, boundTo name: String?
  ) -> [YAMLItem]? {
    switch call.path {
    case "increment_version_number", "version_bump_podspec": return bump(call, &arguments, boundTo: name)
    case "increment_build_number": return bumpBuild(&arguments, boundTo: name)
    case "increment_version_number_in_xcodeproj", "increment_version_number_in_plist":
      return takesWholeProject(call, &arguments) ? bump(call, &arguments, boundTo: name) : nil
    case "increment_build_number_in_xcodeproj", "increment_build_number_in_plist":
      return takesWholeProject(call, &arguments) ? bumpBuild(&arguments, boundTo: name) : nil
    case "sh": return run(&arguments, boundTo: name)
    // Ruby goes on after a command that fails, and a step does not.
    case RubyCall.backTicks: return name == nil ? nil : run(&arguments, boundTo: name)
    case "UI.input", "prompt", "UI.select":
      return name.map { prompt(call, &arguments, boundTo: $0) } ?? refuse("no variable has the answer")
    case "changelog_from_git_commits":
      let id = name ?? "changelog"
      guard let items = changelog(&arguments, id: id) else { return nil }
      if let name { state.bindings[name] = .template("${steps.\(id).output}") }
      return items
    default:
      guard let items = items(of: call, &arguments) else { return nil }
      if let name { state.bindings[name] = .unknown }
      return items
    }
  }

  /// Returns the steps for an action whose result is not known.
  private mutating func items(of call: RubyCall, _ arguments: inout ActionArguments) -> [YAMLItem]? {
    switch call.path {
    case "update_xcconfig_value": return setBuildSetting(&arguments)
    case "set_info_plist_value": return setPropertyList(&arguments)
    case "commit_version_bump": return commitVersionBump(&arguments)
    case "git_commit":
      let before = (self, arguments)
      if let items = commit(&arguments) { return items }
      (self, arguments) = before
      return gitCommit(&arguments)
    case "git_add": return gitAdd(&arguments)
    case "git_pull": return gitPull(&arguments)
    case "reset_git_repo": return resetRepository(&arguments)
    case "add_git_tag": return tag(&arguments)
    case "push_to_git_remote": return push(&arguments)
    case "push_git_tags": return pushTags(&arguments)
    case "ensure_git_branch": return ensureBranch(&arguments)
    case "ensure_git_status_clean":
      arguments.drop("show_uncommitted_changes", "show_diff")
      guard isDone(arguments) else { return nil }
      state.wasClean = state.wasClean || conditions.isEmpty && confirmationDepth == 0
      return [step("ensure", .scalar("clean"))]
    case "ensure_env_vars": return ensureEnvironment(&arguments)
    case "set_github_release": return githubRelease(&arguments)
    case "pod_push": return podPush(&arguments)
    case "pilot", "testflight", "upload_to_testflight": return testFlight(&arguments)
    case "deliver", "appstore", "upload_to_app_store": return appStore(&arguments)
    case "puts", "println", "say", "UI.message", "UI.success", "UI.important", "UI.header": return message(&arguments)
    case "UI.user_error!", "UI.abort_with_message!", "raise", "abort": return fail(call)
    // These only read a value.
    case "get_version_number", "get_build_number", "version_get_podspec", "git_branch",
      "get_version_number_from_xcodeproj", "get_version_number_from_plist", "get_build_number_from_xcodeproj",
      "get_build_number_from_plist", "get_xcconfig_value":
      return template(.call(call)) == nil ? nil : []
    default: return nil
    }
  }

  // MARK: Version

  mutating func bump(
    _ call: RubyCall, _ arguments: inout ActionArguments, boundTo name: String?
  ) -> [YAMLItem]? {
    let isPodspec = call.name == "version_bump_podspec"
    guard !state.mayHaveRaised else { return refuse("what is missing above may raise the version") }
    guard !file.project.manifests.isEmpty else { return refuse("no file of the project has the version") }
    guard isPodspec || !file.project.versionFiles.areOfGenerators else { return refuse(Self.generatorReason) }
    guard takesManifest(&arguments, isPodspec: isPodspec) else { return nil }
    if isPodspec { arguments.drop("require_variable_prefix") }
    let key = arguments.rest.map { unit.source.string(at: $0.span) }.joined(separator: ",")
    var change: String
    var isExact = false
    if let value = arguments.take("version_number") {
      if case .call(let prompt) = value, ["UI.input", "prompt"].contains(prompt.path) {
        guard arguments.rest.isEmpty, !isPodspec, state.raises.isEmpty else { return nil }
        let items = [promptVersion()]
        if let name { state.bindings[name] = .template("${version}") }
        return items
      }
      guard let text = template(value) else { return nil }
      change = text
      isExact = true
      arguments.drop("bump_type")
    } else if let value = arguments.take("bump_type") {
      guard let text = template(value) else { return nil }
      change = text
    } else {
      change = call.name == "increment_version_number" ? "bump" : "patch"
    }
    guard isDone(arguments) else { return nil }
    if !isExact, call.name.contains("_in_"), file.project.versionLength != 3 {
      // The actions of the plugin make three numbers of each version.
      return refuse("the version has not three numbers")
    }
    if change == "bump" {
      // fastlane raises the last number.
      guard let length = file.project.versionLength, [2, 3].contains(length) else {
        return refuse("the version has not two or three numbers")
      }
      change = length == 3 ? "patch" : "minor"
    }
    guard isChange(change, isExact: isExact) else { return nil }
    // fastlane writes the text as it is, and `bump` only the numbers into files of Apple.
    guard isPodspec || !isExact || change.hasOnlyNumbers else {
      return refuse("`bump` writes only the numbers")
    }
    var items: [YAMLItem] = []
    if state.raises.isEmpty {
      guard change != "${version}" else { return refuse("the project has this version already") }
      let value = YAMLNode.scalar(change)
      items.append(
        step("bump", isExact ? .mapping([YAMLEntry("to", value), YAMLEntry("allow_lower", .flag(true))]) : value))
      items += others(than: isPodspec).map { remark("`bump` also raises \($0)") }
    } else if change == "${version}"
      || state.raises.allSatisfy({ $0.action != call.name && $0.change == change && $0.action != "lane" })
    {
      if isPodspec { items.append(remark("the step above raises the version of the podspec, too")) }
    } else if !isExact,
      state.raises.allSatisfy({ $0.action == call.name && $0.arguments == key || $0.action == "lane" })
    {
      guard !isPodspec || state.raises.allSatisfy({ $0.action != "lane" }) else { return nil }
      items.append(step("bump", .scalar(change)))
    } else {
      return refuse("the lane raises the version twice")
    }
    versionIsRaised(Raise(action: call.name, change: change, arguments: key))
    if let name { state.bindings[name] = .template("${version}") }
    return items
  }

  /// fastlane raises the numbers in the generated project, which the next generation overwrites.
  static let generatorReason = "the project is generated, and `bump` raises only the file that it is generated from"

  /// Takes the argument with the file, if `bump` raises it: `version_bump_podspec` and a named project limit what changes.
  mutating func takesManifest(_ arguments: inout ActionArguments, isPodspec: Bool) -> Bool {
    let manifests = file.project.manifests
    let named = arguments.take(isPodspec ? "path" : "xcodeproj")
    if isPodspec {
      let podspecs = manifests.filter { $0.pathExtension == "podspec" }
      guard podspecs.count == 1 else {
        return refuse("the project has \(podspecs.count) podspecs with the version") != nil
      }
      if let named { guard literalText(named).flatMap({ projectPath($0) }) == podspecs[0].string else { return false } }
      guard manifests.count > 1, state.raises.isEmpty else { return true }
      return refuse("`bump` would also raise other files") != nil
    }
    // fastlane raises one project (`agvtool`).
    guard manifests.count(where: { $0.pathExtension == "xcodeproj" }) <= 1 else {
      return refuse("`bump` would also raise other projects") != nil
    }
    guard let named else { return true }
    guard let path = literalText(named).flatMap({ projectPath($0) }).flatMap({ RelativePath($0) }) else { return false }
    return isOwnProject(path.string) && (!manifests.isEmpty || path.pathExtension == "xcodeproj")
  }

  /// The manifests that `bump` raises, and fastlane's action for a project does not.
  private func others(than isPodspec: Bool) -> [String] {
    guard !isPodspec else { return [] }
    let others = file.project.manifests.filter {
      !["xcodeproj", "plist", "pbxproj", "xcconfig", "yml", "yaml"].contains($0.pathExtension)
    }
    return others.isEmpty ? [] : [others.map { "`\($0)`" }.joined(separator: ", ")]
  }

  /// Whether every possible value of `text` is a version change. The values of a loop are known, those of options are
  /// not.
  private func isChange(_ text: String, isExact: Bool) -> Bool {
    let texts = lane?.loop.map { loop in loop.values.map { text.replacing("${\(loop.variable)}", with: $0) } } ?? [text]
    return texts.allSatisfy { text in
      if text.contains("${") { return true }
      return isExact ? (try? Version(text)) != nil : ["major", "minor", "patch"].contains(text)
    }
  }
}

extension [RelativePath] {
  /// Whether projects are generated from all of them, as XcodeGen and Tuist do.
  var areOfGenerators: Bool {
    !isEmpty && allSatisfy { ["yml", "yaml"].contains($0.pathExtension) || $0.lastComponent == "Project.swift" }
  }
}

extension [YAMLEntry] {
  /// Returns the shortest form of a step's parameters: nothing, the value of its main parameter, or all.
  func shortened(main: String) -> YAMLNode {
    if isEmpty { return .nothing }
    if count == 1, let entry = first, entry.key == main { return entry.value }
    return .mapping(self)
  }
}

extension String {
  /// Whether a template has only digits and dots beside its values.
  fileprivate var hasOnlyNumbers: Bool {
    replacing(/\$\{[^}]*\}/, with: "").utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
  }
}
