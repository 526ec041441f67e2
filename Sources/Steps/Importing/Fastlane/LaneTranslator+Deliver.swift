import MartletCore

// The options and defaults are those of `deliver/lib/deliver/options.rb` in fastlane 2.237.
extension LaneTranslator {
  /// Adds the options of a file that the action does not have, and returns their names; nil if only Ruby knows one of them.
  private mutating func takeDefaults(ofFile name: String, into arguments: inout ActionArguments) -> Set<String>? {
    guard let options = file.options(ofFile: name) else {
      _ = refuse("only Ruby reads the \(name)")
      return nil
    }
    var names: Set<String> = []
    for (option, value) in options.sorted(by: { $0.key < $1.key }) where !arguments.has(option) {
      if Self.loginOptions.contains(option) { continue }
      guard value.isLiteral || value.isOfEnvironment else {
        _ = refuse("the \(name) has `\(option)`")
        return nil
      }
      arguments.add(option, value)
      names.insert(option)
    }
    return names
  }

  /// Brings a version to the App Store (`deliver`, `upload_to_app_store`), without what Martlet does not have: screenshots and the
  /// other texts of the page.
  mutating func appStore(_ arguments: inout ActionArguments) -> [YAMLItem]? {
    guard !leavesOutUploads else { return refuse(Self.uploadReason) }
    guard let defaults = takeDefaults(ofFile: "Deliverfile", into: &arguments) else { return nil }
    let isNamed = namesApp(arguments)
    guard let app = app(&arguments, of: "deliver"), let submits = flag("submit_for_review", &arguments),
      let skipsImages = flag("skip_screenshots", &arguments), let skipsNotes = flag("skip_metadata", &arguments),
      let skipsFile = flag("skip_binary_upload", &arguments),
      let checks = flag("run_precheck_before_submit", &arguments, default: .literal("true"))
    else { return nil }
    guard skipsFile || !arguments.has("build_number") else {
      return refuse("with `build_number`, fastlane uploads no file")
    }
    guard let build = build(&arguments) else { return nil }
    guard isNamed || !skipsFile else { return refuse(Self.appReason) }
    guard skipsImages, skipsNotes else {
      return refuse("it has no `\(skipsImages ? "skip_metadata" : "skip_screenshots"): true`")
    }
    // fastlane creates the version before the upload (`runner.rb`: `verify_version`), `upload_build` does not.
    guard let skipsVersion = flag("skip_app_version_update", &arguments), skipsVersion != submits else {
      return refuse(submits ? "a submission needs the version" : "it also creates the version at the App Store")
    }
    // fastlane submits nothing if its check of the page finds a mistake (`runner.rb`: `precheck_app`).
    guard !checks || !submits else { return refuse("it has no `run_precheck_before_submit: false`") }
    arguments.drop(
      "force", "precheck_include_in_app_purchases", "precheck_default_rule_level",
      // They are not read, because their texts and pictures are skipped.
      "automatic_release", "phased_release", "auto_release_date", "metadata_path", "screenshots_path",
      "overwrite_screenshots", "sync_screenshots", "screenshot_processing_timeout",
      "ignore_language_directory_validation", "version_check_wait_retry_limit")
    arguments.dropFalse(
      "edit_live", "use_live_version", "verify_only", "reject_if_possible", "reset_ratings")
    var items: [YAMLItem] = []
    if !skipsFile {
      guard let path = path(ofUpload: &arguments, withoutBuild: nil) else { return nil }
      items.append(step("upload_build", ([YAMLEntry("file", .scalar(path))] + app + build).shortened(main: "file")))
    }
    if let name = arguments.rest.compactMap(\.name).first(where: defaults.contains) {
      return refuse("the Deliverfile has `\(name)`")
    }
    guard isDone(arguments) else { return nil }
    guard submits else { return items.isEmpty ? nil : items }
    // With `skip_metadata`, fastlane leaves the release and the phases of the version as they are (`upload_metadata.rb`).
    let entries = [YAMLEntry("release", .scalar("unchanged"))] + app + build
    return items + [step("app_store_release", .mapping(entries))]
  }
}
