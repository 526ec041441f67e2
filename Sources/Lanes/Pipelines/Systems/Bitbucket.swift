extension CISystem {
  package static let bitbucket = CISystem(
    "bitbucket", name: "Bitbucket Pipelines", configuration: ["bitbucket-pipelines.yml"],
    isDetected: { $0["BITBUCKET_BUILD_NUMBER"] != nil },
    read: { $0.readBitbucket($1) },
    wholeClone: CloneRemedy(place: "in `bitbucket-pipelines.yml`", lines: ["clone:", "  depth: full"]))
}

extension Pipeline {
  /// https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets/: in a pull request, `BITBUCKET_BRANCH`
  /// is the source, whose repository is unknown.
  fileprivate mutating func readBitbucket(_ variables: PipelineVariables) {
    tag = variables.tag("BITBUCKET_TAG")
    commit = variables.commit("BITBUCKET_COMMIT")
    buildNumber = variables["BITBUCKET_BUILD_NUMBER"]
    server = variables["BITBUCKET_GIT_HTTP_ORIGIN"]
    if let number = variables["BITBUCKET_PR_ID"] {
      pullRequest = PullRequest(
        number: number, source: variables.branch("BITBUCKET_BRANCH"),
        target: variables.branch("BITBUCKET_PR_DESTINATION_BRANCH"), origin: .unknown)
    } else if tag == nil {
      branch = variables.branch("BITBUCKET_BRANCH")
    }
  }
}
