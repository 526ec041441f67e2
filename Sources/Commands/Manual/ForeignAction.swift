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
      advice: """
        Xcode builds and signs an app. The step `run` starts xcodebuild, and the lane
        continues when the archive is built. It needs a Mac with Xcode, and the
        certificates in its keychain.
        """,
      example: "- run: [xcodebuild, -scheme, CoolApp, -archivePath, build/CoolApp, archive]"),
    ForeignAction(
      names: ["notarize", "notarytool", "stapler"],
      advice: """
        Apple's tool notarizes an archive. `--wait` ends with its verdict, so that a
        rejected archive stops the run before anything is public. Store the credentials
        with `xcrun notarytool store-credentials` first.
        """,
      example: "- run: [xcrun, notarytool, submit, build/CoolApp.zip, --keychain-profile, release, --wait]"),
    ForeignAction(
      names: ["cert", "get_certificates", "get_provisioning_profile", "match", "sigh", "sync_code_signing"],
      advice: """
        Martlet keeps no certificates and profiles. The tool that you use for them is
        a step `run` before the build. `--readonly` keeps it from making new ones in a
        release.
        """,
      example: "- run: [bundle, exec, fastlane, match, appstore, --readonly]"),
    ForeignAction(
      names: ["run_tests", "scan", "spm", "swift_test"],
      advice: """
        The step `run` starts the tests. If they fail, the run is undone. Put it before
        `commit`, and the tests see the new version.
        """,
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
      advice: """
        The build writes the symbols beside the app. The step `run` sends them to the
        service that reads crash reports; `outward: true`, because others can see it.
        """,
      example: "- run: {command: [scripts/upload-symbols, build/CoolApp.xcarchive/dSYMs], outward: true}"),
    ForeignAction(
      names: ["carthage"],
      advice: """
        Carthage needs a tag, and an archive of the frameworks among the files of the
        release. The step `run` builds it before `commit`, and `publish_release` uploads
        it.
        """,
      example: "- run: [carthage, build, --archive]"),
    ForeignAction(
      names: ["pod_lib_lint", "pod_push", "cocoapods"],
      advice: """
        `bump` raises the version of the podspec. CocoaPods publishes it by its own
        program, after `push`, because it reads the pushed tag.
        """,
      example: "- run: [pod, trunk, push, CoolKit.podspec]"),
  ]
}
