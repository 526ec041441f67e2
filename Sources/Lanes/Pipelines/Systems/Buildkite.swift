extension CISystem {
  package static let buildkite = CISystem(
    "buildkite", name: "Buildkite", configuration: [".buildkite/"],
    isDetected: { $0["BUILDKITE"] != nil },
    read: { $0.readBuildkite($1) },
    log: LogMarkup(beginning: { "--- " + $0.title }, hasSectionLines: true),
    wholeClone: CloneRemedy(
      place: "in `pipeline.yml`, unless the agent overrides it",
      lines: ["env:", "  BUILDKITE_GIT_CLONE_FLAGS: \"-v\""]),
    pipeline: PipelineFile(
      path: ".buildkite/pipeline.yml", template: .buildkite,
      // Buildkite replaces a single dollar before anything runs.
      spelling: { $0.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$") }))
}

extension Pipeline {
  /// https://buildkite.com/docs/pipelines/configure/environment-variables: for a tag, `BUILDKITE_BRANCH` is the tag,
  /// and for a pull request, the source; the commit may be `HEAD`.
  fileprivate mutating func readBuildkite(_ variables: PipelineVariables) {
    tag = variables.tag("BUILDKITE_TAG")
    commit = variables.commit("BUILDKITE_COMMIT")
    buildNumber = variables["BUILDKITE_BUILD_NUMBER"]
    if let number = variables["BUILDKITE_PULL_REQUEST"] {
      pullRequest = PullRequest(
        number: number, source: variables.branch("BUILDKITE_BRANCH"),
        target: variables.branch("BUILDKITE_PULL_REQUEST_BASE_BRANCH"),
        origin: .init(variables.repository("BUILDKITE_PULL_REQUEST_REPO"), in: variables.repository("BUILDKITE_REPO")))
    } else if tag == nil {
      branch = variables.branch("BUILDKITE_BRANCH")
    }
  }
}
