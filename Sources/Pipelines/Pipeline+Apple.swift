// The systems that build apps for Apple's platforms.
extension Pipeline {
  /// https://developer.apple.com/documentation/xcode/environment-variable-reference: in a pull request, `CI_BRANCH` is
  /// the source.
  init(xcodeCloud variables: PipelineVariables) {
    self.init(.xcodeCloud)
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

  /// https://docs.bitrise.io/en/bitrise-ci/references/available-environment-variables.html: in a pull request,
  /// `BITRISE_GIT_BRANCH` is the source.
  init(bitrise variables: PipelineVariables) {
    self.init(.bitrise)
    tag = variables.tag("BITRISE_GIT_TAG")
    commit = variables.commit("BITRISE_GIT_COMMIT")
    buildNumber = variables["BITRISE_BUILD_NUMBER"]
    if let number = variables["BITRISE_PULL_REQUEST"] {
      pullRequest = PullRequest(
        number: number, source: variables.branch("BITRISE_GIT_BRANCH"),
        target: variables.branch("BITRISEIO_GIT_BRANCH_DEST"),
        origin: .init(
          variables.repository("BITRISEIO_PULL_REQUEST_REPOSITORY_URL"), in: variables.repository("GIT_REPOSITORY_URL"))
      )
    } else if tag == nil {
      branch = variables.branch("BITRISE_GIT_BRANCH")
    }
  }
}
