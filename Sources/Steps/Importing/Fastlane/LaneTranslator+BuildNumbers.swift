import MartletCore

// The actions that raise the build number, and the numbers from which they compute it.
extension LaneTranslator {
  /// A number that a new build number is one more than.
  enum LatestBuild: Equatable {
    /// That of the project.
    case own
    /// The newest at App Store Connect, of this app or of the declared one.
    case store(app: String?)
    /// The one that a command prints, as a template.
    case found(String)
  }

  mutating func bumpBuild(_ arguments: inout ActionArguments, boundTo name: String?) -> [YAMLItem]? {
    guard !file.project.manifests.isEmpty || !file.project.buildFiles.isEmpty else {
      return refuse("no file of the project has a build number")
    }
    guard !file.project.buildFiles.areOfGenerators else { return refuse(Self.generatorReason) }
    guard takesManifest(&arguments, isPodspec: false) else { return nil }
    if let value = arguments.take("skip_info_plist"), !value.isFalse {
      // Then fastlane raises it only in the project (`agvtool new-version` without `-all`).
      guard value.isTrue, !file.project.buildFiles.contains(where: { $0.pathExtension == "plist" }) else {
        return refuse("`bump` would also raise other files")
      }
    }
    var items: [YAMLItem] = []
    var target: [String] = []
    var latest: LatestBuild?
    if let number = arguments.take("build_number") {
      if let strategy = strategy(number) {
        items = [buildStep(strategy)]
      } else if let next = nextBuild(number) {
        guard next != .own || file.project.hasIntegerBuild != false else {
          return refuse("the build number is not a whole number")
        }
        latest = next
        items = [buildStep(above: next)]
      } else if let text = output(of: number.withoutNumberConversion) ?? template(number.withoutNumberConversion),
        text.contains("${"), !text.namesSecret
      {
        guard !text.contains("${version}") else { return refuse("it computes the number from the version") }
        target = [text] + conditions
        if text == "${build}" || state.setBuild == target {
          // The project has the number already.
          guard isDone(arguments) else { return nil }
          if let name { state.bindings[name] = .template("${build}") }
          return []
        }
        // fastlane sets the number, `minimum` never lowers the current one.
        let isEqual = YAMLNode.mapping([
          YAMLEntry("shell", .scalar("test \"$MARTLET_BUILD\" = \"$NUMBER\"")),
          YAMLEntry("environment", .mapping([YAMLEntry("NUMBER", .scalar(text))])),
        ])
        items = [
          buildStep("increment", [YAMLEntry("minimum", .scalar(text))]),
          remark("stops if the project has this build number already, or a higher one"), step("run", isEqual),
        ]
      } else {
        return nil
      }
    } else {
      guard file.project.hasIntegerBuild != false else { return refuse("the build number is not a whole number") }
      items = [buildStep()]
    }
    guard isDone(arguments) else { return nil }
    let names = state.bindings.filter { latest != nil && $0.value == latest.map { .nextBuild($0) } }.keys
    buildIsRaised()
    // The project has the number of these variables now.
    for name in names { state.bindings[name] = .template("${build}") }
    state.setBuild = target
    if let name { state.bindings[name] = .template("${build}") }
    return items
  }

  /// Returns the number that `value` is one more than, if it is such a number.
  mutating func nextBuild(_ value: RubyValue) -> LatestBuild? {
    let number = value.withoutNumberConversion
    if let binding = bound(number) {
      if case .nextBuild(let latest) = binding { return latest }
      return nil
    }
    return number.predecessor.flatMap { latestBuild($0) }
  }

  /// Returns what `value` is, if it is the number of the project, or the newest one at App Store Connect.
  mutating func latestBuild(_ value: RubyValue) -> LatestBuild? {
    let number = value.withoutNumberConversion
    if case .latestBuild(let latest)? = bound(number) { return latest }
    if knownTemplate(number) == "${build}" { return .own }
    return storeBuild(number)
  }

  /// Returns the newest number at App Store Connect, as Martlet or else fastlane finds it.
  mutating func storeBuild(_ value: RubyValue) -> LatestBuild? {
    guard case .call(let call) = value.withoutNumberConversion, !file.replaces(call.name), bound(.call(call)) == nil,
      ["latest_testflight_build_number", "app_store_build_number"].contains(call.path)
    else { return nil }
    if let app = appOfBuildNumber(call) {
      if case .scalar(let name)? = app.first?.value { return .store(app: name) }
      return .store(app: nil)
    }
    return numberOfFastlane(call).map { .found($0) }
  }

  /// Lets fastlane find the number, if it needs nothing from the lane: `fastlane run` prints it as `Result: 56`.
  private mutating func numberOfFastlane(_ call: RubyCall) -> String? {
    let hasKey = call.arguments.contains { $0.name == "api_key_path" }
    guard call.path == "latest_testflight_build_number", !file.project.hasFilesForLanes,
      hasKey || !LaneReach(of: lane, in: file).words.contains("app_store_connect_api_key"),
      let command = fastlaneScript(call)
    else { return nil }
    return capture(
      YAMLEntry("shell", .scalar("FASTLANE_DISABLE_COLORS=1 \(command) | sed -n 's/.*Result: //p'")), id: "testflight",
      in: file.folder?.parent)
  }

  private mutating func strategy(_ number: RubyValue) -> String? {
    if case .call(let call) = number, call.path == "number_of_commits", call.arguments.isEmpty, bound(number) == nil {
      return "commit_count"
    }
    // Not the `BUILD_NUMBER` of Jenkins, a name that projects also use for their own numbers.
    let counters = [
      "GITHUB_RUN_NUMBER", "CI_PIPELINE_IID", "CI_BUILD_NUMBER", "BUILDKITE_BUILD_NUMBER", "CIRCLE_BUILD_NUM",
      "BITRISE_BUILD_NUMBER",
    ]
    guard let text = knownTemplate(number) else { return nil }
    return counters.contains { text == "${env.\($0)}" } ? "ci_run_number" : nil
  }

  private func buildStep(above latest: LatestBuild) -> YAMLItem {
    switch latest {
    case .own: buildStep()
    case .store(let app):
      buildStep(
        "increment",
        [YAMLEntry("above", .scalar("app_store"))] + (app.map { [YAMLEntry("app", .scalar($0))] } ?? []))
    case .found(let text): buildStep("increment", [YAMLEntry("above", .scalar(text))])
    }
  }

  private func buildStep(_ strategy: String = "increment", _ entries: [YAMLEntry] = []) -> YAMLItem {
    let build = YAMLEntry("build", .scalar(strategy))
    return step("bump", entries.isEmpty ? .pair(build.key, build.value) : .mapping([build] + entries))
  }
}

extension RubyValue {
  /// The value without `.to_i`, `.to_s` or `Integer(…)`, also if only one of two alternatives has it.
  var withoutNumberConversion: RubyValue {
    if case .operation("?", .call(let test), .operation(":", let left, let right)) = self,
      ["is_a?", "kind_of?"].contains(test.name), let name = test.receiver?.bareName
    {
      let (left, right) = (left.withoutNumberConversion, right.withoutNumberConversion)
      return left.bareName == name && right.bareName == name ? left : self
    }
    guard case .call(let call) = self, call.block == nil else { return self }
    if let receiver = call.receiver, call.arguments.isEmpty, ["to_i", "to_s"].contains(call.name) {
      return receiver.withoutNumberConversion
    }
    if call.receiver == nil, call.name == "Integer", call.arguments.count == 1 {
      return call.arguments[0].value.withoutNumberConversion
    }
    return self
  }

  /// The number that this one is one more than.
  fileprivate var predecessor: RubyValue? {
    switch self {
    case .operation("+", let left, .literal("1")): left
    case .operation("+", .literal("1"), let right): right
    case .call(let call) where ["next", "succ"].contains(call.name) && call.arguments.isEmpty && call.block == nil:
      call.receiver
    default: nil
    }
  }
}

extension String {
  /// Whether it is the numeric id of a record at App Store Connect, or the value of one variable.
  var isStoreRecord: Bool { allSatisfy(\.isNumber) && !isEmpty || wholeMatch(of: /\$\{[A-Za-z0-9_.]+\}/) != nil }
}
