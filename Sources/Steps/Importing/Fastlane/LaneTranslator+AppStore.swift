import MartletCore

// The options and defaults are those of `pilot/lib/pilot/options.rb` and `deliver/lib/deliver/options.rb` in fastlane 2.237.
extension LaneTranslator {
  private static let uploadReason = "a commit or a tag follows, and `upload_build` comes after them"

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

  /// Whether the app of the action is the one that the Releasefile declares. Removes the options that name it, and those of the
  /// login: Martlet reads its own key.
  private mutating func takesApp(_ arguments: inout ActionArguments) -> Bool {
    guard let app = file.storeApp else { return refuse("the Appfile has no app, or several") != nil }
    guard [nil, "ios"].contains(lane?.platform) else { return refuse("it is not an app for iOS") != nil }
    for name in ["app_identifier", "bundle_identifier"] {
      if let value = arguments.take(name), literalText(value) != file.project.bundleID { return false }
    }
    if let value = arguments.take("app_platform") ?? arguments.take("platform"), !["ios", "IOS"].contains(value.text) {
      return false
    }
    if let value = arguments.take("apple_id"), literalText(value) != app {
      return refuse("`apple_id: \(literalText(value) ?? "…")` may be another app than `\(app)`") != nil
    }
    // The login of fastlane: Martlet reads its own key.
    for name in [
      "api_key", "api_key_path", "username", "team_id", "team_name", "dev_portal_team_id", "itc_provider",
    ] {
      _ = arguments.take(name)
    }
    return true
  }

  /// The version and number that the action names; nil for a text that is not known.
  private mutating func build(_ arguments: inout ActionArguments) -> [YAMLEntry]? {
    var entries: [YAMLEntry] = []
    for (name, key) in [("app_version", "version"), ("build_number", "build")] {
      guard let value = arguments.take(name) else { continue }
      // Without a number, fastlane takes the newest build; Martlet takes the one of the commit.
      guard let text = template(value), !text.namesSecret, text != "latest" else { return nil }
      entries.append(YAMLEntry(key, .scalar(text)))
    }
    return entries
  }

  private mutating func flag(_ name: String, _ arguments: inout ActionArguments) -> Bool? {
    guard let value = arguments.take(name) else { return false }
    return value.isTrue ? true : value.isFalse ? false : nil
  }

  /// Uploads a build, and brings it to testers (`pilot`, `upload_to_testflight`).
  mutating func testFlight(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard !leavesOutUploads else { return refuse(Self.uploadReason) }
    guard takesApp(&arguments), let skipsWait = flag("skip_waiting_for_build_processing", &arguments),
      let skipsTesters = flag("skip_submission", &arguments), let isExternal = flag("distribute_external", &arguments),
      let notifies = flag("notify_external_testers", &arguments), let isUploaded = flag("distribute_only", &arguments),
      let build = build(&arguments)
    else { return nil }
    arguments.dropFalse(
      "demo_account_required", "expire_previous_builds", "overwrite_app_clip_invocations",
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
      guard let path = path(ofApp: &arguments) else { return nil }
      var upload = [YAMLEntry("file", .scalar(path))] + build
      if !skipsWait { upload += [YAMLEntry("wait", .scalar("processed"))] + timeout }
      items.append(step("upload_build", upload.shortened(main: "file")))
    }
    var test: [YAMLEntry] = []
    if let value = arguments.take("changelog") {
      // A text without a blank would be the path of a file.
      guard let text = template(value), !text.namesSecret, text.contains(" ") || text.contains("${") else { return nil }
      test.append(YAMLEntry("what_to_test", .scalar(text)))
    }
    if let value = arguments.take("groups") {
      guard let names = literalTexts(value) else { return nil }
      test.append(YAMLEntry("groups", .words(names)))
    }
    if notifies { test.append(YAMLEntry("notify", .flag(true))) }
    if !isExternal || review.isFalse { test.append(YAMLEntry("review", .flag(false))) }
    guard isDone(arguments) else { return nil }
    // Without groups and texts, fastlane only uploads.
    let hasTesters = test.contains { $0.key != "review" }
    if skipsTesters || skipsWait || !hasTesters { return items.isEmpty ? nil : items }
    return items + [step("testflight", .mapping(test + build + timeout))]
  }

  /// Brings a version to the App Store (`deliver`, `upload_to_app_store`), without what Martlet does not have: screenshots and the
  /// other texts of the page.
  mutating func appStore(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard !leavesOutUploads else { return refuse(Self.uploadReason) }
    guard takesApp(&arguments), let submits = flag("submit_for_review", &arguments),
      let isAutomatic = flag("automatic_release", &arguments), let isPhased = flag("phased_release", &arguments),
      let skipsImages = flag("skip_screenshots", &arguments), let skipsNotes = flag("skip_metadata", &arguments),
      let skipsFile = flag("skip_binary_upload", &arguments), let build = build(&arguments)
    else { return nil }
    guard skipsImages, skipsNotes else {
      return refuse("it has no `\(skipsImages ? "skip_metadata" : "skip_screenshots"): true`")
    }
    arguments.drop(
      "force", "run_precheck_before_submit", "precheck_include_in_app_purchases", "precheck_default_rule_level",
      // They are not read, because their texts and pictures are skipped.
      "metadata_path", "screenshots_path", "overwrite_screenshots", "sync_screenshots", "screenshot_processing_timeout",
      "ignore_language_directory_validation", "version_check_wait_retry_limit")
    arguments.dropFalse(
      "edit_live", "use_live_version", "skip_app_version_update", "verify_only", "reject_if_possible", "reset_ratings")
    var release = isAutomatic ? "after_approval" : "manual"
    if let value = arguments.take("auto_release_date") {
      // In milliseconds since 1970.
      guard case .literal(let text) = value, let time = Int(text) else { return nil }
      release = Instant(seconds: time / 1000).description
    }
    var items: [YAMLItem] = []
    if !skipsFile {
      guard let path = path(ofApp: &arguments) else { return nil }
      items.append(step("upload_build", ([YAMLEntry("file", .scalar(path))] + build).shortened(main: "file")))
    }
    guard isDone(arguments) else { return nil }
    guard submits else { return items.isEmpty ? nil : items }
    var entries = [YAMLEntry("release", .scalar(release))]
    if isPhased { entries.append(YAMLEntry("phased", .flag(true))) }
    return items + [step("app_store_release", .mapping(entries + build))]
  }

  /// Returns the path of the `.ipa`; nil without one: fastlane takes what an earlier action has built.
  private mutating func path(ofApp arguments: inout ActionArguments) -> String? {
    guard let value = arguments.take("ipa") else {
      _ = refuse("it has no `ipa:` with a path")
      return nil
    }
    guard let path = literalText(value), path.hasSuffix(".ipa") else { return nil }
    return path
  }

  /// Whether `value` is one more than the newest build number at App Store Connect.
  mutating func isNextBuild(_ value: RubyValue) -> Bool {
    guard case .operation("+", let left, .literal("1")) = value, case .call(let call) = left.withoutNumberConversion,
      ["latest_testflight_build_number", "app_store_build_number"].contains(call.path)
    else { return false }
    var arguments = ActionArguments(call)
    guard takesApp(&arguments) else { return false }
    // Martlet's number is above those of all versions, so above that of one.
    arguments.drop("version", "live", "initial_build_number")
    return isDone(arguments)
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
