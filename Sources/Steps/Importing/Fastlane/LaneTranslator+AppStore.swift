import MartletCore

// The options and defaults are those of `pilot/lib/pilot/options.rb` in fastlane 2.237.
extension LaneTranslator {
  static let appReason = "the Appfile has no app, or several"
  static let uploadReason = "a commit or a tag follows, and `upload_build` comes after them"

  /// Returns the steps of a lane: uploads come after the commit and the tag, which are undone if Apple refuses the file. If that
  /// is not possible, the uploads stay untranslated.
  mutating func laneItems(_ statements: some Collection<RubyStatement>) -> [YAMLItem] {
    if let lane, let message = file.refused[lane.name] {
      return statements.map { statement in
        span = statement.span
        return leaveOut(statement, because: message)
      }
    }
    let before = self
    let items = items(statements)
    guard let last = items.lastIndex(where: { $0.contains(["commit", "tag"]) }),
      let first = items.firstIndex(where: { $0.contains(["upload_build"]) }), first < last
    else { return items }
    let (head, moved, tail) = (items[..<first], items[first...last], items[(last + 1)...])
    guard moved.allSatisfy(\.isMovable) else {
      self = before
      leavesOutUploads = true
      return self.items(statements)
    }
    let commits = moved.filter { $0.contains(["commit", "tag"]) }
    let uploads = moved.filter { !$0.contains(["commit", "tag"]) }
    let note = remark("the upload comes after the commit, which is undone if the upload fails")
    return Array(head) + commits + [note] + uploads + Array(tail)
  }

  /// Returns the parameter `app` for the app of an action, or nothing for the one that the Releasefile declares; nil if only Ruby
  /// knows it. Removes the options that name it, and those of the login: Martlet reads its own key.
  mutating func app(_ arguments: inout ActionArguments, of action: String?) -> [YAMLEntry]? {
    let platform = file.platform(of: action, arguments.rest, in: lane?.platform)
    guard let platform, platform == file.storePlatform else {
      return refuseApp("the app of `app_store` is for \(file.storePlatform.name), and its own one may not be")
    }
    arguments.ignore(["app_platform", "platform"])
    let ids = ["app_identifier", "bundle_identifier"].compactMap { arguments.take($0) }
    let record = arguments.take("apple_id")
    arguments.ignore(Self.loginOptions)
    if let name = file.project.variables.first(where: { name in Self.variables.contains { name.hasPrefix($0) } }) {
      return refuseApp("`\(name)` changes it")
    }
    if let record {
      guard let text = template(record), text.isStoreRecord else {
        let text = literalText(record) ?? "…"
        return refuseApp("`apple_id: \(text)` may be another app than `\(file.storeApp ?? "…")`")
      }
      return app(named: text, isRecord: true)
    }
    guard ids.isEmpty else {
      guard ids.count == 1, let text = template(ids[0]), !text.namesSecret else { return nil }
      return app(named: text)
    }
    switch file.appName(for: lane) {
    case .template(let text): return app(named: text)
    case .unknown: return refuseApp(Self.appReason)
    case nil: return file.storeApp == nil ? refuseApp(Self.appReason) : []
    }
  }

  private mutating func app(named text: String, isRecord: Bool = false) -> [YAMLEntry]? {
    guard let app = file.storeApp, text == (isRecord ? app : file.bundleID ?? app) else {
      // Without `app_store`, the platform of a step's own app is iOS.
      guard file.storePlatform == .iOS else { return refuseApp("its app is not the one of `app_store`") }
      return [YAMLEntry("app", .scalar(text))]
    }
    return []
  }

  private mutating func refuseApp(_ reason: String) -> [YAMLEntry]? {
    _ = refuse(reason)
    return nil
  }

  /// Whether the app is certain without a file: otherwise, fastlane takes the one of the file that it uploads, or asks.
  func namesApp(_ arguments: ActionArguments) -> Bool {
    file.appName(for: lane) != nil || arguments.rest.contains { ["app_identifier", "apple_id"].contains($0.name) }
  }

  static let loginOptions = [
    "api_key", "api_key_path", "username", "team_id", "team_name", "dev_portal_team_id", "itc_provider",
    "provider_public_id",
  ]
  /// The beginnings of variables that set options of the actions.
  private static let variables = ["PILOT_", "DELIVER_", "TESTFLIGHT_", "LATEST_", "APPSTORE_BUILD_NUMBER_"]

  /// The version and number that the action names; nil for a text that is not known.
  mutating func build(_ arguments: inout ActionArguments) -> [YAMLEntry]? {
    var entries: [YAMLEntry] = []
    for (name, key) in [("app_version", "version"), ("build_number", "build")] {
      guard let value = arguments.take(name) else { continue }
      // Without a number, fastlane takes the newest build; Martlet takes the one of the commit.
      guard let text = template(value), !text.namesSecret, text != "latest" else { return nil }
      entries.append(YAMLEntry(key, .scalar(text)))
    }
    return entries
  }

  /// Returns a literal `true` or `false`; nil for other values.
  mutating func flag(
    _ name: String, _ arguments: inout ActionArguments, default other: RubyValue = .literal("false")
  ) -> Bool? {
    let value = arguments.take(name) ?? other
    return value.isTrue ? true : value.isFalse ? false : nil
  }

  /// Uploads a build, and brings it to testers (`pilot`, `upload_to_testflight`).
  mutating func testFlight(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard !leavesOutUploads else { return refuse(Self.uploadReason) }
    let isNamed = namesApp(arguments)
    // Without it, fastlane keeps the setting of the build.
    let setsNotification = arguments.has("notify_external_testers")
    guard let app = app(&arguments, of: "pilot"), let skipsWait = flag("skip_waiting_for_build_processing", &arguments),
      let skipsTesters = flag("skip_submission", &arguments), let isExternal = flag("distribute_external", &arguments),
      let notifies = flag("notify_external_testers", &arguments), let isUploaded = flag("distribute_only", &arguments),
      let build = build(&arguments)
    else { return nil }
    guard isNamed || !isUploaded else { return refuse(Self.appReason) }
    arguments.dropFalse(
      // The default: an answer in the app, or at App Store Connect, counts.
      "uses_non_exempt_encryption", "demo_account_required", "expire_previous_builds", "overwrite_app_clip_invocations",
      "reject_build_waiting_for_review", "update_build_info_on_upload")
    arguments.drop("wait_processing_interval", "wait_for_uploaded_build")
    var timeout: [YAMLEntry] = []
    if let value = arguments.take("wait_processing_timeout_duration") {
      guard case .literal(let seconds) = value, Int(seconds) != nil else { return nil }
      timeout = [YAMLEntry("timeout", .scalar(seconds))]
    }
    let review = arguments.take("submit_beta_review") ?? .literal("true")
    guard review.isTrue || review.isFalse else { return nil }
    var items: [YAMLItem] = []
    if !isUploaded {
      // Without a build, fastlane takes the newest `.ipa` of the project's folder (`pilot/lib/pilot/options.rb`).
      guard let path = path(ofUpload: &arguments, withoutBuild: projectPath("*.ipa")) else { return nil }
      var upload = [YAMLEntry("file", .scalar(path))] + app + build
      if !skipsWait { upload += [YAMLEntry("wait", .scalar("processed"))] + timeout }
      items.append(step("upload_build", upload.shortened(main: "file")))
    }
    var test: [YAMLEntry] = []
    guard let notes = notes(&arguments) else { return nil }
    // Then, fastlane prompts for it, or fails (`check_for_changelog_or_whats_new!`).
    guard !notes.isEmpty || !isExternal || isUploaded else { return refuse("it has no `changelog`") }
    if !notes.isEmpty { test.append(YAMLEntry("what_to_test", .scalar(notes))) }
    let groups = arguments.take("groups")
    // `distribute_build` fails then, after the submission to review.
    guard !isExternal || skipsWait || skipsTesters || groups != nil else { return refuse("it has no `groups`") }
    if skipsTesters || skipsWait {
      // fastlane waits until the build appears to write its texts, and then leaves out the testers (`build_manager.rb`).
      guard !skipsWait || !isUploaded && (groups == nil || notes.isEmpty), isDone(arguments) else { return nil }
      if setsNotification, !skipsWait || !notes.isEmpty { test.append(YAMLEntry("notify", .flag(notifies))) }
      if !test.isEmpty { items.append(step("testflight", .mapping(test + app + build + timeout))) }
      return items.isEmpty ? nil : items
    }
    if let groups {
      guard let names = literalTexts(groups) else { return nil }
      test.append(YAMLEntry("groups", .words(names)))
    }
    if setsNotification { test.append(YAMLEntry("notify", .flag(notifies))) }
    // fastlane also submits a build for groups alone (`distribute_build`).
    if groups == nil || review.isFalse { test.append(YAMLEntry("review", .flag(false))) }
    guard isDone(arguments) else { return nil }
    // Without groups and texts, fastlane only uploads.
    guard test.contains(where: { $0.key != "review" }) else { return items.isEmpty ? nil : items }
    return items + [step("testflight", .mapping(test + app + build + timeout))]
  }

  /// The text of `changelog:`, or else the one that an earlier action has left (`upload_to_testflight.rb`: `FL_CHANGELOG`); empty
  /// for none, nil if only Ruby knows it.
  private mutating func notes(_ arguments: inout ActionArguments) -> String? {
    guard let value = arguments.take("changelog") else {
      if let text = state.changelog { return text }
      guard LaneReach(of: lane, in: file).words.isDisjoint(with: FastlaneAction.leavingChangelog) else {
        _ = refuse("only Ruby knows the changelog that an earlier action has left for it")
        return nil
      }
      return ""
    }
    if case .file(let path)? = bound(value.withoutConversions) ?? fileBinding(value) { return path }
    // A text without a blank would be the path of a file.
    guard let text = template(value), !text.namesSecret, text.contains(" ") || text.contains("${") else { return nil }
    return text
  }

  /// Returns the path of the `.ipa` or `.pkg` of an upload; nil if only Ruby knows it.
  mutating func path(ofUpload arguments: inout ActionArguments, withoutBuild other: String?) -> String? {
    guard file.storePlatform == .macOS else { return path(ofApp: &arguments, withoutBuild: other) }
    guard let value = arguments.take("pkg"), let text = template(value), !text.namesSecret, text.hasSuffix(".pkg")
    else {
      _ = refuse("only Ruby knows the `.pkg` that it uploads")
      return nil
    }
    return projectPath(text.contains("${") ? text : text.replacing("$$", with: "$"))
  }

  /// Returns the path of the `.ipa`; nil if only Ruby knows it.
  mutating func path(ofApp arguments: inout ActionArguments, withoutBuild other: String?) -> String? {
    if let value = arguments.take("ipa"), !isBuiltApp(value) {
      guard let text = template(value), !text.namesSecret else { return nil }
      guard !text.contains("${") else {
        return text.hasSuffix(".ipa") || text.hasSuffix("}") ? projectPath(text) : nil
      }
      return projectPath(text.replacing("$$", with: "$")).flatMap { $0.hasSuffix(".ipa") ? $0 : nil }
    }
    switch builtApp {
    case .at(let path): return path
    case .missing where other != nil: return other
    case .missing, .unknown:
      _ = refuse("only Ruby knows the `.ipa` that it uploads")
      return nil
    }
  }

  /// Returns the app of an action that finds a build number at App Store Connect, as the parameter of `bump`; nil if it needs fastlane.
  mutating func appOfBuildNumber(_ call: RubyCall) -> [YAMLEntry]? {
    var arguments = ActionArguments(call)
    guard namesApp(arguments), let app = app(&arguments, of: call.name) else { return nil }
    // Martlet's number is above those of all versions, so above that of one.
    let others = ["version", "live", "initial_build_number"]
    let known = call.arguments.filter { argument in
      argument.name.map(others.contains) == true && isPure(from: argument.span.lowerBound, to: argument.span.upperBound)
    }
    arguments.ignore(known.compactMap(\.name))
    return isDone(arguments) ? app : nil
  }
}

extension YAMLItem {
  /// Whether it is a step that only runs a command, or prints a message.
  var isCommandOrMessage: Bool {
    guard case .value(.mapping(let entries)) = self else { return false }
    return entries.first.map { ["run", "message"].contains($0.key) } == true
  }

  /// Whether it is a step with one of the keywords, or has one.
  fileprivate func contains(_ keywords: Set<String>) -> Bool {
    guard case .value(let node) = self else { return false }
    return node.contains(keywords)
  }

  /// Whether it depends on no condition, and changes neither files nor the branch.
  fileprivate var isMovable: Bool {
    switch self {
    case .comment, .value(.scalar("commit")), .value(.scalar("tag")): true
    case .value(.mapping(let entries)):
      entries.count == 1
        && ["commit", "tag", "upload_build", "testflight", "app_store_release", "message"].contains(entries[0].key)
    case .value: false
    }
  }
}

extension YAMLNode {
  fileprivate func contains(_ keywords: Set<String>) -> Bool {
    switch self {
    case .scalar(let text): keywords.contains(text)
    case .mapping(let entries):
      entries.contains {
        keywords.contains($0.key) || ["confirm", "steps"].contains($0.key) && $0.value.contains(keywords)
      }
    case .pair(let key, _): keywords.contains(key)
    case .list(let items): items.contains { $0.contains(keywords) }
    case .flag, .words, .nothing: false
    }
  }
}
