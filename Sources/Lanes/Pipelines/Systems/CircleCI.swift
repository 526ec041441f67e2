extension CISystem {
  package static let circleci = CISystem(
    "circleci", name: "CircleCI", configuration: [".circleci/config.yml"],
    isDetected: { $0["CIRCLECI"] != nil },
    read: { $0.readCircleCI($1) },
    wholeClone: CloneRemedy(
      place: "after the step `checkout`", lines: ["- run:", "    git fetch --unshallow --tags"]),
    pipeline: PipelineFile(path: ".circleci/config.yml", template: .circleCI))
}

extension Pipeline {
  /// https://circleci.com/docs/reference/variables/: `CIRCLE_PR_NUMBER` and similar variables
  /// are set only for forks.
  fileprivate mutating func readCircleCI(_ variables: PipelineVariables) {
    tag = variables.tag("CIRCLE_TAG")
    commit = variables.commit("CIRCLE_SHA1")
    buildNumber = variables["CIRCLE_BUILD_NUM"]
    let source = variables["CIRCLE_BRANCH"] ?? ""
    let isFork =
      ["CIRCLE_PR_NUMBER", "CIRCLE_PR_REPONAME", "CIRCLE_PR_USERNAME"].contains { variables[$0] != nil }
      || source.hasPrefix("pull/")
    if isFork || variables["CIRCLE_PULL_REQUEST"] != nil {
      let address = variables["CIRCLE_PULL_REQUEST"]?.split(separator: "/").last.map(String.init)
      pullRequest = PullRequest(
        number: variables["CIRCLE_PR_NUMBER"] ?? address, source: variables.branch("CIRCLE_BRANCH"),
        origin: isFork ? .fork : .sameRepository)
    } else if tag == nil {
      branch = variables.branch("CIRCLE_BRANCH")
    }
  }
}
