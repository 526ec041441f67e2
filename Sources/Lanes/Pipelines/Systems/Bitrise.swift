extension CISystem {
  package static let bitrise = CISystem(
    "bitrise", name: "Bitrise", configuration: ["bitrise.yml"],
    isDetected: { $0["BITRISE_IO"] != nil },
    read: { $0.readBitrise($1) },
    wholeClone: CloneRemedy(
      place: "below the inputs of `git-clone`", lines: ["- clone_depth: -1", "- fetch_tags: \"yes\""]),
    pipeline: PipelineFile(path: "bitrise.yml", template: .bitrise))
}

extension Pipeline {
  /// https://docs.bitrise.io/en/bitrise-ci/references/available-environment-variables.html: in a pull request,
  /// `BITRISE_GIT_BRANCH` is the source.
  fileprivate mutating func readBitrise(_ variables: PipelineVariables) {
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
