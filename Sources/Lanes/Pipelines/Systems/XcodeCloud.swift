extension CISystem {
  package static let xcodeCloud = CISystem(
    "xcode-cloud", name: "Xcode Cloud", configuration: ["ci_scripts/"],
    isDetected: {
      $0["CI_XCODE_CLOUD"] != nil || ($0["CI_XCODE_PROJECT"] ?? $0["CI_XCODEBUILD_ACTION"]) != nil
    },
    read: { $0.readXcodeCloud($1) },
    wholeClone: CloneRemedy(
      place: "in `ci_scripts/ci_post_clone.sh`",
      lines: ["cd \"$CI_PRIMARY_REPOSITORY_PATH\"", "git fetch --unshallow --tags"]),
    pipeline: PipelineFile(
      path: "ci_scripts/ci_post_clone.sh", template: .xcodeCloud, isProgram: true))
}

extension Pipeline {
  /// https://developer.apple.com/documentation/xcode/environment-variable-reference: in a pull request, `CI_BRANCH` is
  /// the source.
  fileprivate mutating func readXcodeCloud(_ variables: PipelineVariables) {
    tag = variables.tag("CI_TAG")
    commit = variables.commit("CI_COMMIT")
    buildNumber = variables["CI_BUILD_NUMBER"]
    if let number = variables["CI_PULL_REQUEST_NUMBER"] {
      pullRequest = PullRequest(
        number: number, source: variables.branch("CI_PULL_REQUEST_SOURCE_BRANCH"),
        target: variables.branch("CI_PULL_REQUEST_TARGET_BRANCH"),
        origin: .init(variables["CI_PULL_REQUEST_SOURCE_REPO"], in: variables["CI_PULL_REQUEST_TARGET_REPO"]))
    } else if tag == nil {
      branch = variables.branch("CI_BRANCH")
    }
  }
}
