/// Facts about fastlane's actions, from `fastlane/lib/fastlane/actions` of fastlane 2.237.
enum FastlaneAction {
  /// Messages, notifications and settings of fastlane itself: a lane is complete without them.
  static let harmless: Set<String> = [
    "puts", "println", "print", "say", "UI.message", "UI.success", "UI.important", "UI.header", "UI.command",
    "UI.command_output", "UI.verbose", "UI.error", "UI.deprecated", "slack", "notification", "notify", "mailgun",
    "hipchat",
    "chatwork", "typetalk", "flock",
  ]

  /// Settings of fastlane itself.
  static let settings: Set<String> = [
    "default_platform", "fastlane_version", "min_fastlane_version", "opt_out_usage", "opt_out_crash_reporting",
    "skip_docs", "update_fastlane", "ensure_bundle_exec", "generated_fastfile_id", "require", "require_relative",
    "fastlane_require",
  ]

  /// Actions that sign, test, build or publish. They change neither the version, nor the build number, nor the branch.
  static let keepingFacts: Set<String> = harmless.union(settings).union(preparing).union([
    "gym", "build_app", "build_ios_app", "build_mac_app", "xcodebuild", "xcbuild", "xcarchive", "scan", "run_tests",
    "xctest", "pilot", "testflight", "upload_to_testflight", "deliver", "appstore", "upload_to_app_store", "precheck",
    "capture_screenshots", "capture_ios_screenshots", "snapshot", "frameit", "frame_screenshots", "notarize",
    "swiftlint",
    "slather", "xcov", "sonar", "upload_symbols_to_crashlytics", "upload_symbols_to_sentry", "download_dsyms",
    "dsym_zip", "zip", "clean_build_artifacts", "clear_derived_data", "cocoapods", "carthage", "spm", "pod_lib_lint",
    "pod_push", "set_github_release", "aws_s3", "s3", "supply", "upload_to_play_store", "create_pull_request",
    "number_of_commits", "changelog_from_git_commits", "latest_testflight_build_number", "app_store_build_number",
    "add_git_tag", "push_to_git_remote", "push_git_tags", "ensure_git_branch", "ensure_git_status_clean",
    "ensure_env_vars", "git_add", "git_commit", "commit_version_bump", "git_tag_exists", "last_git_tag",
    "delete_keychain",
    "firebase_app_distribution", "appcenter_upload", "get_version_number", "get_build_number", "git_branch", "prompt",
  ])

  /// Actions that prepare signing or select tools. They read nothing of the project's files and change none.
  static let preparing: Set<String> = [
    "setup_ci", "match", "sync_code_signing", "cert", "get_certificates", "sigh", "get_provisioning_profile",
    "app_store_connect_api_key", "xcversion", "xcode_select", "xcodes", "ensure_xcode_version", "verify_xcode",
    "unlock_keychain", "create_keychain", "import_certificate", "install_provisioning_profile", "register_devices",
    "register_device",
  ]

  /// Words of commands whose effects other users can see.
  static let outwardWords: Set<String> = [
    "curl", "wget", "scp", "rsync", "ssh", "sftp", "gh", "glab", "hub", "aws", "gsutil", "gcloud", "firebase", "az",
    "npm",
    "yarn", "trunk", "sentry-cli", "appcenter", "docker", "brew", "twine", "fastlane", "push", "deploy", "publish",
    "upload",
    "release", "altool", "notarytool", "s3cmd", "gh-pages", "heroku", "kubectl", "mail", "sendmail", "release-it",
  ]

  /// Whether the command of `words` changes neither a version, nor a build number, nor the branch.
  static func keepsFacts(_ words: [String]) -> Bool {
    switch words.first {
    case "git":
      words.dropFirst().first.map {
        ["add", "commit", "push", "tag", "status", "log", "rev-parse", "rev-list", "describe", "diff", "config"]
          .contains($0)
      } == true
    case "swift", "xcodebuild", "echo", "printf", "ls", "mkdir", "cat", "open", "zip": true
    default: false
    }
  }
}
