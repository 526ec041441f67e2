extension Pipeline {
  /// https://docs.gitlab.com/ci/variables/predefined_variables/
  init(gitLab variables: PipelineVariables) {
    self.init(.gitlab)
    branch = variables.branch("CI_COMMIT_BRANCH")
    tag = variables.tag("CI_COMMIT_TAG")
    commit = variables.commit("CI_COMMIT_SHA")
    buildNumber = variables["CI_PIPELINE_IID"]
    server = variables["CI_SERVER_URL"]
    if let number = variables["CI_MERGE_REQUEST_IID"] {
      let source = variables["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"]
      // One for another project runs in the project that it comes from, until a member of the other has it run there.
      let origins = ["CI_PROJECT_ID", "CI_MERGE_REQUEST_PROJECT_ID"].map { name in
        PullRequest.Origin(source, in: variables[name])
      }
      pullRequest = PullRequest(
        number: number, source: variables.branch("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"),
        target: variables.branch("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"),
        origin: origins.contains(.fork) ? .fork : origins.contains(.unknown) ? .unknown : .sameRepository)
    } else if let number = variables["CI_EXTERNAL_PULL_REQUEST_IID"] {
      pullRequest = PullRequest(
        number: number, source: variables.branch("CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME"),
        target: variables.branch("CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME"),
        origin: .init(
          variables["CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY"],
          in: variables["CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY"]))
    }
  }

  /// https://woodpecker-ci.org/docs/usage/environment: in a pull request, `CI_COMMIT_BRANCH` is the target.
  init(woodpecker variables: PipelineVariables) {
    self.init(.woodpecker)
    tag = variables.tag("CI_COMMIT_TAG")
    commit = variables.commit("CI_COMMIT_SHA")
    buildNumber = variables["CI_PIPELINE_NUMBER"]
    server = variables["CI_FORGE_URL"]
    if let number = variables["CI_COMMIT_PULL_REQUEST"] {
      pullRequest = PullRequest(
        number: number, source: variables.branch("CI_COMMIT_SOURCE_BRANCH"),
        target: variables.branch("CI_COMMIT_TARGET_BRANCH") ?? variables.branch("CI_COMMIT_BRANCH"), origin: .unknown)
    } else if variables["CI_PIPELINE_EVENT"]?.hasPrefix("pull_request") == true {
      pullRequest = PullRequest(origin: .unknown)
    } else if tag == nil {
      branch = variables.branch("CI_COMMIT_BRANCH")
    }
  }
}
