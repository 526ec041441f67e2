/// Facts about fastlane's actions, from `fastlane/lib/fastlane/actions` of fastlane 2.237.
enum FastlaneAction {
  /// Messages, notifications and settings of fastlane itself: a lane is complete without them.
  static let harmless: Set<String> = [
    "puts", "println", "print", "p", "pp", "say", "UI.message", "UI.success", "UI.important", "UI.header", "UI.command",
    "UI.command_output", "UI.verbose", "UI.error", "UI.deprecated", "slack", "notification", "notify", "mailgun",
    "hipchat", "desc",
    "chatwork", "typetalk", "flock",
  ]

  /// Settings of fastlane itself.
  static let settings: Set<String> = [
    "default_platform", "fastlane_version", "min_fastlane_version", "opt_out_usage", "opt_out_crash_reporting",
    "skip_docs", "update_fastlane", "ensure_bundle_exec", "generated_fastfile_id", "require", "require_relative",
    "fastlane_require",
  ]

  /// Actions that raise the version.
  static let raisingVersion: Set<String> = [
    "increment_version_number", "version_bump_podspec", "increment_version_number_in_xcodeproj",
    "increment_version_number_in_plist",
  ]

  /// Actions that raise the build number.
  static let raisingBuild: Set<String> = [
    "increment_build_number", "increment_build_number_in_xcodeproj", "increment_build_number_in_plist",
  ]

  /// Actions of `fastlane-plugin-versioning` that only read.
  static let readingNumbers: Set<String> = [
    "get_version_number_from_xcodeproj", "get_version_number_from_plist", "get_build_number_from_xcodeproj",
    "get_build_number_from_plist", "get_info_plist_path", "get_xcconfig_value",
  ]

  /// Actions that sign, test, build or publish. They change neither the version, nor the build number, nor the branch.
  static let keepingFacts: Set<String> = harmless.union(settings).union(preparing).union(building).union(testing)
    .union(readingNumbers).union(ofAppStore).union([
      "frameit", "frame_screenshots", "upload_symbols_to_crashlytics", "upload_symbols_to_sentry", "download_dsyms",
      "dsym_zip",
      "zip",
      "pod_push", "set_github_release", "aws_s3", "s3", "supply", "upload_to_play_store", "create_pull_request",
      "number_of_commits", "changelog_from_git_commits", "add_git_tag", "push_to_git_remote", "push_git_tags",
      "ensure_git_branch", "ensure_git_status_clean",
      "ensure_env_vars", "git_add", "git_commit", "commit_version_bump", "git_tag_exists", "last_git_tag",
      "delete_keychain",
      "firebase_app_distribution", "appcenter_upload", "sentry_upload_dsym", "sentry_upload_dif",
      "sentry_debug_files_upload", "get_version_number", "get_build_number", "git_branch", "prompt",
    ])

  /// Actions that build.
  static let building: Set<String> = [
    "gym", "build_app", "build_ios_app", "build_mac_app", "xcodebuild", "xcbuild", "xcarchive", "cocoapods", "carthage",
    "spm", "notarize", "clear_derived_data", "clean_build_artifacts",
  ]

  /// Actions that test.
  static let testing: Set<String> = [
    "scan", "run_tests", "xctest", "swiftlint", "slather", "xcov", "sonar", "precheck", "pod_lib_lint",
    "capture_screenshots", "capture_ios_screenshots", "snapshot",
  ]

  /// Actions that prepare signing or select tools. They read nothing of the project's files and change none.
  static let preparing: Set<String> = [
    "setup_ci", "setup_circle_ci", "setup_travis", "match", "sync_code_signing", "cert", "get_certificates", "sigh",
    "get_provisioning_profile",
    "app_store_connect_api_key", "xcversion", "xcode_select", "xcodes", "ensure_xcode_version", "verify_xcode",
    "unlock_keychain", "create_keychain", "import_certificate", "install_provisioning_profile", "register_devices",
    "register_device",
  ]

  /// Actions that edit the project, or prepare the machine.
  static let editing: Set<String> = [
    "update_code_signing_settings", "automatic_code_signing", "update_project_team", "import_certificate",
    "install_provisioning_profile",
  ]

  /// Actions that `fastlane run` runs as a lane does: none of them reads what another one of them leaves in `lane_context`, except
  /// that of `leaving`.
  static let standalone: Set<String> = editing.union(leaving.keys).union([
    "gym", "build_app", "build_ios_app", "build_mac_app", "scan", "run_tests", "cocoapods", "carthage", "spm",
    "swiftlint", "slather", "pod_lib_lint", "clear_derived_data", "precheck", "check_app_store_metadata",
  ])

  /// What actions leave in `lane_context`, and the words of lanes that read it.
  static let leaving: [String: (value: String, readers: Set<String>)] = [
    "match": profiles, "sync_code_signing": profiles,
    "sigh": ownProfiles, "get_provisioning_profile": ownProfiles,
    "cert": certificate, "get_certificates": certificate,
    "snapshot": images, "capture_screenshots": images, "capture_ios_screenshots": images,
  ]

  private static let readers: Set<String> = [
    "gym", "build_app", "build_ios_app", "build_mac_app", "resign", "update_project_provisioning", "lane_context",
    "notarize", "ipa", "clean_build_artifacts",
  ]
  private static let profiles = ("profiles", readers.union(["sigh", "get_provisioning_profile"]))
  private static let ownProfiles = ("profiles", readers)
  private static let certificate = ("certificate", ["clean_build_artifacts", "lane_context"] as Set)
  private static let images = (
    "screenshots",
    ["deliver", "appstore", "upload_to_app_store", "frameit", "frame_screenshots", "appaloosa", "lane_context"] as Set
  )

  /// Options of `standalone` whose type is a list.
  static let listOptions: Set<String> = [
    "app_identifier", "targets", "build_configurations", "devices", "languages", "launch_arguments",
  ]

  static let testFlight: Set<String> = ["pilot", "testflight", "upload_to_testflight"]
  static let appStore: Set<String> = ["deliver", "appstore", "upload_to_app_store"]

  /// Actions for the app of App Store Connect.
  static let ofAppStore: Set<String> = testFlight.union(appStore).union([
    "latest_testflight_build_number", "app_store_build_number",
  ])

  /// Actions that prepare a CI job.
  private static let settingUp: Set<String> = ["setup_ci", "setup_circle_ci", "setup_travis"]

  /// Words of code that reads the key of `app_store_connect_api_key`, other than actions that become steps.
  static let readingKey: Set<String> = preparing.subtracting(settingUp).subtracting(["app_store_connect_api_key"])
    .union([
      "precheck", "check_app_store_metadata", "download_dsyms", "match_nuke", "notarize", "set_changelog", "produce",
      "create_app_online", "pem", "update_app_age_rating", "Spaceship",
    ])

  /// Words of code that may read what `setup_ci` sets.
  static let readingSetup: Set<String> = preparing.subtracting(settingUp).subtracting(["app_store_connect_api_key"])
    .union(building).union(testing).union([
      "sh", "system", "MATCH_KEYCHAIN_NAME", "MATCH_KEYCHAIN_PASSWORD", "MATCH_READONLY", "delete_keychain",
      "match_nuke",
    ])

  /// Words of code that leaves a changelog for later actions.
  static let leavingChangelog: Set<String> = [
    "changelog_from_git_commits", "make_changelog_from_jenkins", "conventional_changelog", "FL_CHANGELOG",
  ]

  /// Actions of `keepingFacts` that make commits.
  static let committing: Set<String> = ["git_commit", "commit_version_bump"]

  /// Words of commands whose effects other users can see.
  static let outwardWords: Set<String> = [
    "curl", "wget", "scp", "rsync", "ssh", "sftp", "gh", "glab", "hub", "aws", "gsutil", "gcloud", "firebase", "az",
    "npm",
    "yarn", "trunk", "sentry-cli", "appcenter", "docker", "brew", "twine", "fastlane", "push", "deploy", "publish",
    "upload",
    "release", "altool", "notarytool", "s3cmd", "gh-pages", "heroku", "kubectl", "mail", "sendmail", "release-it",
  ]

  /// Whether a command runs a script with the name of a publication, or has such an option: `./release-app.sh`,
  /// `make.sh --publish`.
  static func namesPublishing(_ command: YAMLNode) -> Bool {
    let words: [String]
    var programs: [String]
    switch command {
    case .words(let list): (words, programs) = (list, list.prefix(1).map(\.self))
    case .scalar(let script):
      words = script.split { " \t\n\"'();&|".contains($0) }.map(String.init)
      programs = script.split { ";&|(\n".contains($0) }.compactMap { $0.split(separator: " ").first.map(String.init) }
    default: return false
    }
    if words.contains(where: { ["--publish", "--upload", "--deploy", "--push"].contains($0) }) { return true }
    programs = programs.filter { $0.contains("/") } + words.filter { $0.contains(/\.(?:sh|rb|py|js)$/) }
    let verbs: Set<Substring> = ["publish", "upload", "deploy", "release", "push"]
    return programs.contains { program in
      let name = program.split(separator: "/").last ?? ""
      return !verbs.isDisjoint(with: name.lowercased().split { !$0.isLetter })
    }
  }

  /// Whether the command of `words` changes neither a version, nor a build number, nor the branch.
  static func keepsFacts(_ words: [String]) -> Bool {
    if ReadingScript.holds(words) { return true }
    let (first, second) = (words.first ?? "", words.dropFirst().first ?? "")
    switch first {
    case "git":
      // `git config --file` writes any file.
      return ["add", "commit", "push", "tag"].contains(second)
        || second == "config" && !words.contains { $0 == "-f" || $0.hasPrefix("--f") }
    case "swift": return ["build", "test", "--version"].contains(second)
    // `zip -m` removes its files.
    case "zip": return !words.contains { $0.hasPrefix("-") && $0.contains("m") }
    case "xcodebuild", "mkdir": return true
    default: return false
    }
  }
}

extension Fastfile {
  /// Why no step replaces the action `name`, as a clause after `because`.
  func reason(forAction name: String) -> String {
    if project.customActions.contains(name) { return "it is an action of this project" }
    if FastlaneAction.building.contains(name) { return "building stays in fastlane" }
    if FastlaneAction.preparing.contains(name) { return "signing stays in fastlane" }
    if FastlaneAction.testing.contains(name) { return "testing stays in fastlane" }
    return "no step does the same"
  }
}
