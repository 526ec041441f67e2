/// An action or a program of other tools that no step replaces, with what a lane does instead.
struct ForeignAction {
  let names: [String]
  /// Up to three lines.
  let advice: String
  /// A list item of a lane's `steps`.
  let example: String

  var text: String {
    """
    \(advice)

    Example:
      steps:
        \(example)
    """
  }

  static let all = [
    ForeignAction(
      names: ["build_app", "build_ios_app", "build_mac_app", "gym", "xcodebuild"],
      advice: "The step `run` starts your own build, on a Mac with Xcode and the certificates.",
      example: "- run: [xcodebuild, -scheme, CoolApp, -archivePath, build/CoolApp, archive]"),
    ForeignAction(
      names: ["notarize", "notarytool", "stapler"],
      advice: "Apple's tool notarizes an archive. With `--wait`, a rejected one stops the run.",
      example: "- run: [xcrun, notarytool, submit, build/CoolApp.zip, --keychain-profile, release, --wait]"),
    ForeignAction(
      names: ["cert", "get_certificates", "get_provisioning_profile", "match", "sigh", "sync_code_signing"],
      advice: "Martlet keeps no certificates. The step `run` starts the tool that does.",
      example: "- run: [bundle, exec, fastlane, match, appstore, --readonly]"),
    ForeignAction(
      names: ["run_tests", "scan", "spm", "swift_test"],
      advice: "The step `run` starts the tests. Before `commit`, they see the new version.",
      example: "- run: [swift, test]"),
    ForeignAction(
      names: ["swiftformat", "swiftlint"],
      advice: "The step `run` starts the linter. If it finds errors, the run is undone.",
      example: "- run: [swiftlint, --strict]"),
    ForeignAction(
      names: ["capture_screenshots", "frameit", "snapshot"],
      advice: "The step `run` starts the tool that takes the screenshots.",
      example: "- run: [bundle, exec, fastlane, snapshot]"),
    ForeignAction(
      names: ["download_dsyms", "dsym", "upload_symbols_to_crashlytics", "upload_symbols_to_sentry"],
      advice: "The step `run` sends the symbols; `outward: true`, because others can see it.",
      example: "- run: {command: [scripts/upload-symbols, build/CoolApp.xcarchive/dSYMs], outward: true}"),
    ForeignAction(
      names: ["carthage"],
      advice: "The step `run` builds the frameworks before `commit`, for `publish_release`.",
      example: "- run: [carthage, build, --archive]"),
    ForeignAction(
      names: ["pod_lib_lint", "pod_push", "cocoapods"],
      advice: "`bump` raises the podspec. CocoaPods publishes it after `push`: it reads the tag.",
      example: "- run: [pod, trunk, push, CoolKit.podspec]"),
  ]
}
