import MartletCore

/// An action that uploads what Martlet's steps cannot, and what it reads of the lane.
///
/// Sources: `upload_symbols_to_crashlytics.rb`, `supply/lib/supply/options.rb`, `deliver/lib/deliver/detect_values.rb` and
/// `pilot/lib/pilot/options.rb` of fastlane 2.237, and the actions of `fastlane-plugin-firebase_app_distribution` 0.2.9,
/// `fastlane-plugin-appcenter` 2.1.3 and `sentry-fastlane-plugin` 2.6.2, and of its last version with `sentry_upload_dsym`.
struct FastlaneUpload {
  /// Options whose value comes from this variable if they are left out.
  var variables: [String: String] = [:]
  /// Options that must be there.
  var required: [String] = []
  /// After a build, one option of each list must be there: otherwise, the action takes what the build has left in `lane_context`.
  var replacements: [[String]] = []
  /// The options for the text that `changelog_from_git_commits` leaves, if the action reads it.
  var notes: [String] = []
  /// Other actions that leave values for it.
  var sources: Set<String> = []
  /// Options whose type is a list.
  var lists: Set<String> = []
  /// Whether it takes the newest `.ipa` of the project's folder after a build in another process.
  var findsApp = false

  private static let symbols: Set<String> = ["download_dsyms", "dsym_zip"]
  private static let sentry = ["auth_token": "SENTRY_AUTH_TOKEN"]

  static let all: [String: Self] = [
    "upload_symbols_to_crashlytics": Self(
      variables: ["api_token": "CRASHLYTICS_API_TOKEN"], replacements: [["dsym_path"]], sources: symbols,
      lists: ["dsym_paths"]),
    // Its platform comes from the id of the app.
    "firebase_app_distribution": Self(
      required: ["app"], replacements: [["ipa_path"]], notes: ["release_notes", "release_notes_file"]),
    "appcenter_upload": Self(
      variables: ["api_token": "APPCENTER_API_TOKEN"], required: ["app_name", "owner_name"],
      replacements: [["file", "ipa"], ["dsym", "upload_build_only"]], notes: ["release_notes"],
      sources: symbols.union(["appcenter_fetch_devices"])),
    "sentry_upload_dsym": Self(
      variables: sentry, replacements: [["dsym_path"]], sources: symbols),
    "sentry_upload_dif": Self(variables: sentry, replacements: [["path"]], sources: symbols),
    "sentry_debug_files_upload": Self(
      variables: sentry, replacements: [["path"]], sources: symbols, lists: ["path"]),
    "upload_to_play_store": play, "supply": play,
    "deliver": store, "appstore": store, "upload_to_app_store": store,
    "pilot": store, "testflight": store, "upload_to_testflight": store,
  ]

  private static let store = Self(
    replacements: [["ipa", "pkg", "skip_binary_upload", "distribute_only"]], notes: ["changelog"],
    sources: ["app_store_connect_api_key", "snapshot", "capture_screenshots", "capture_ios_screenshots"],
    lists: ["groups", "supported_devices"], findsApp: true)

  private static let play = Self(
    sources: ["gradle", "build_android_app"],
    lists: ["apk_paths", "aab_paths", "mapping_paths", "version_codes_to_retain"])
}

extension LaneTranslator {
  /// Whether the lane builds an app in the project's folder, where it is the newest one.
  private var leavesAppInProject: Bool {
    guard case .at(let path) = builtApp else { return false }
    return RelativePath(path)?.parent == file.folder?.parent
  }

  /// Whether the upload needs nothing that other actions of the lane leave for it.
  func isIndependent(_ upload: FastlaneUpload, _ call: RubyCall) -> Bool {
    let names = Set(call.arguments.filter { !$0.value.isFalse }.compactMap(\.name))
    let reach = LaneReach(of: lane, in: file)
    guard names.isSuperset(of: upload.required), reach.words.isDisjoint(with: upload.sources),
      !reach.words.contains("lane_context"),
      upload.notes.isEmpty || !names.isDisjoint(with: upload.notes)
        || reach.words.isDisjoint(with: FastlaneAction.leavingChangelog)
    else { return false }
    if !reach.mayBuild || upload.findsApp && leavesAppInProject { return true }
    return upload.replacements.allSatisfy { !names.isDisjoint(with: $0) }
  }
}
