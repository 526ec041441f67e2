import Lanes
import MartletCore

// Rows of the table for App Store Connect. The options are those of `pilot/lib/pilot/options.rb` and `deliver/lib/deliver/options.rb`
// in fastlane 2.237.
extension LaneTranslator {
  /// Takes the options for the app and for the login, for which Martlet reads its own key.
  ///
  /// - Returns: The app; nil for that of the Appfile, which `app_store` declares.
  mutating func app(_ arguments: inout ActionArguments) throws -> String? {
    arguments.ignore(
      "api_key", "api_key_path", "username", "team_id", "team_name", "dev_portal_team_id", "itc_provider")
    let platform = try arguments.text("app_platform") ?? lane?.platform ?? fastfile.outline.defaultPlatform ?? "ios"
    guard platform == "ios" else { throw NoStep() }
    let app = try arguments.text("app_identifier")
    guard let declared = fastfile.project.app ?? app else { throw NoStep() }
    guard fastfile.project.app == declared, app == nil || app == declared else { return app }
    note([.usesStore])
    return nil
  }

  /// The `.ipa` of an upload. Without one, fastlane takes what the lane has built.
  private func package(_ arguments: inout ActionArguments) throws -> YAMLNode {
    guard let path = try arguments.text("ipa").flatMap(fastfile.project.path), path.pathExtension == "ipa" else {
      throw NoStep()
    }
    return .scalar(path.string)
  }

  /// `pilot/lib/pilot/build_manager.rb`: uploads a build, and brings it to testers once Apple has processed it.
  mutating func testFlight(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    let app = try app(&arguments).map(YAMLNode.scalar)
    let file = try package(&arguments)
    let (skipsWait, skipsTesters) = (
      try arguments.flag("skip_waiting_for_build_processing"), try arguments.flag("skip_submission")
    )
    let isExternal = try arguments.flag("distribute_external")
    let notes = try arguments.text("changelog") ?? changelog
    let groups = try arguments.texts("groups")
    arguments.ignore("wait_processing_interval", "wait_for_uploaded_build")
    try arguments.off(
      "uses_non_exempt_encryption", "distribute_only", "expire_previous_builds", "reject_build_waiting_for_review")
    let notifies = arguments.take("notify_external_testers")
    try arguments.end()
    // A text without a blank would be a path. Without notes, fastlane asks for them.
    guard notes?.contains(where: { $0 == " " || $0 == "$" }) != false, !isExternal || notes != nil && groups != nil
    else { throw NoStep() }
    let upload = step(
      "upload_build", .options(main: "file", ["file": file, "app": app, "wait": skipsWait ? nil : "processed"]))
    let isTested = !skipsWait && !skipsTesters && groups != nil
    let notify: YAMLNode? = if case .flag(let flag)? = notifies, !skipsWait || notes != nil { .flag(flag) } else { nil }
    guard isTested || notes != nil || notify != nil else { return [upload] }
    let test = YAMLNode.options([
      "what_to_test": notes.map(YAMLNode.scalar), "groups": isTested ? groups.map(YAMLNode.words) : nil,
      "notify": notify,
      "review": isTested ? nil : false, "app": app,
    ])
    return [upload, step("testflight", test)]
  }

  /// `deliver/lib/deliver/runner.rb`, without the texts and pictures of the page: Martlet has none.
  mutating func appStore(_ arguments: inout ActionArguments) throws -> [YAMLItem] {
    guard !fastfile.project.hasDeliverfile else { throw NoStep() }
    let app = try app(&arguments).map(YAMLNode.scalar)
    let submits = try arguments.flag("submit_for_review")
    let (skipsFile, skipsVersion) = (
      try arguments.flag("skip_binary_upload"), try arguments.flag("skip_app_version_update")
    )
    // fastlane also creates the version, unless it skips that, and submits nothing if its check of the page finds a mistake.
    guard try arguments.flag("skip_screenshots"), try arguments.flag("skip_metadata"), skipsVersion != submits,
      try !arguments.flag("run_precheck_before_submit", true) || !submits
    else { throw NoStep() }
    let file = skipsFile ? nil : try package(&arguments)
    arguments.ignore("force", "precheck_include_in_app_purchases", "automatic_release", "phased_release")
    try arguments.end()
    guard file != nil || submits else { throw NoStep() }
    let upload = file.map { step("upload_build", .options(main: "file", ["file": $0, "app": app])) }
    // With `skip_metadata`, it leaves the release of the version as it is.
    let submission = submits ? step("app_store_release", .options(["release": "unchanged", "app": app])) : nil
    return [upload, submission].compactMap(\.self)
  }
}
