import MartletCore

// The options and defaults are those of `pilot/lib/pilot/options.rb` and `deliver/lib/deliver/options.rb` in fastlane 2.237.
extension LaneTranslator {
  /// Whether the app of the action is the one that the Releasefile declares. Removes the options that name it, and those of the
  /// login: Martlet reads its own key.
  private mutating func takesApp(_ arguments: inout ActionArguments) -> Bool {
    guard let id = file.project.bundleID, [nil, "ios"].contains(lane?.platform) else { return false }
    for name in ["app_identifier", "bundle_identifier"] {
      if let value = arguments.take(name), value.text != id { return false }
    }
    if let value = arguments.take("app_platform") ?? arguments.take("platform"), !["ios", "IOS"].contains(value.text) {
      return false
    }
    for name in [
      "api_key", "api_key_path", "username", "apple_id", "team_id", "team_name", "dev_portal_team_id", "itc_provider",
    ] {
      _ = arguments.take(name)
    }
    return true
  }

  private mutating func flag(_ name: String, _ arguments: inout ActionArguments) -> Bool? {
    guard let value = arguments.take(name) else { return false }
    return value.isTrue ? true : value.isFalse ? false : nil
  }

  /// Uploads a build, and brings it to testers (`pilot`, `upload_to_testflight`).
  mutating func testFlight(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard takesApp(&arguments), let skipsWait = flag("skip_waiting_for_build_processing", &arguments),
      let skipsTesters = flag("skip_submission", &arguments), let isExternal = flag("distribute_external", &arguments),
      let notifies = flag("notify_external_testers", &arguments), let isUploaded = flag("distribute_only", &arguments)
    else { return nil }
    var items: [YAMLItem] = []
    if !isUploaded {
      guard let path = arguments.take("ipa")?.text, path.hasSuffix(".ipa") else { return nil }
      var upload = [YAMLEntry("file", .scalar(path))]
      if !skipsWait { upload.append(YAMLEntry("wait", .scalar("processed"))) }
      items.append(step("upload_build", upload.shortened(main: "file")))
    }
    var test: [YAMLEntry] = []
    if let value = arguments.take("changelog") {
      // A text without a blank would be the path of a file.
      guard let text = template(value), !text.namesSecret, text.contains(" ") || text.contains("${") else { return nil }
      test.append(YAMLEntry("what_to_test", .scalar(text)))
    }
    if let value = arguments.take("groups") {
      var groups = [value]
      if case .list(let values) = value { groups = values }
      let names = groups.compactMap(\.text)
      guard names.count == groups.count else { return nil }
      test.append(YAMLEntry("groups", .words(names)))
    }
    if notifies { test.append(YAMLEntry("notify", .flag(true))) }
    if !isExternal { test.append(YAMLEntry("review", .flag(false))) }
    guard arguments.rest.isEmpty else { return nil }
    // Without groups and texts, fastlane only uploads.
    let hasTesters = test.contains { $0.key != "review" }
    if skipsTesters || skipsWait || !hasTesters { return items.isEmpty ? nil : items }
    return items + [step("testflight", .mapping(test))]
  }

  /// Brings a version to the App Store (`deliver`, `upload_to_app_store`), without what Martlet does not have: screenshots and the
  /// other texts of the page.
  mutating func appStore(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard takesApp(&arguments), let submits = flag("submit_for_review", &arguments),
      let isAutomatic = flag("automatic_release", &arguments), let isPhased = flag("phased_release", &arguments),
      arguments.take("skip_screenshots")?.isTrue == true, let skipsNotes = flag("skip_metadata", &arguments),
      let skipsFile = flag("skip_binary_upload", &arguments), skipsNotes
    else { return nil }
    arguments.drop("force", "run_precheck_before_submit", "precheck_include_in_app_purchases")
    var items: [YAMLItem] = []
    if !skipsFile {
      guard let path = arguments.take("ipa")?.text, path.hasSuffix(".ipa") else { return nil }
      items.append(step("upload_build", .scalar(path)))
    }
    guard arguments.rest.isEmpty else { return nil }
    guard submits else { return items.isEmpty ? nil : items }
    var entries = [YAMLEntry("release", .scalar(isAutomatic ? "after_approval" : "manual"))]
    if isPhased { entries.append(YAMLEntry("phased", .flag(true))) }
    return items + [step("app_store_release", .mapping(entries))]
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
    return arguments.rest.isEmpty
  }
}
