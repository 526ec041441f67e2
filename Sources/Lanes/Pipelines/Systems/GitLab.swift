import MartletCore

extension CISystem {
  package static let gitlab = CISystem(
    "gitlab", name: "GitLab CI", configuration: [".gitlab-ci.yml"],
    isDetected: { $0["GITLAB_CI"] != nil },
    read: { $0.readGitLab($1) },
    log: LogMarkup(
      // https://docs.gitlab.com/ci/jobs/job_logs/#custom-collapsible-sections
      beginning: { section in
        "\u{1B}[0Ksection_start:\(section.start):martlet_\(section.number)[collapsed=true]\r\u{1B}[0K" + section.title
      },
      end: { section, now in "\u{1B}[0Ksection_end:\(now):martlet_\(section.number)\r\u{1B}[0K" }),
    wholeClone: CloneRemedy(place: "in `.gitlab-ci.yml`", lines: ["variables:", "  GIT_DEPTH: \"0\""]),
    pipeline: PipelineFile(
      path: ".gitlab-ci.yml", template: .gitlab, forge: .gitlab,
      tokenVariable: "GITLAB_TOKEN"))
}

extension Pipeline {
  /// The values of `CI_PIPELINE_SOURCE` for pipelines that only members who may push can start
  /// (https://docs.gitlab.com/ci/jobs/job_rules/#ci_pipeline_source-predefined-variable).
  private static let sourcesOfMembers = [
    "api", "chat", "parent_pipeline", "pipeline", "push", "schedule", "trigger", "web", "webide",
  ]

  /// https://docs.gitlab.com/ci/variables/predefined_variables/
  fileprivate mutating func readGitLab(_ variables: PipelineVariables) {
    branch = variables.branch("CI_COMMIT_BRANCH")
    tag = variables.tag("CI_COMMIT_TAG")
    commit = variables.commit("CI_COMMIT_SHA")
    buildNumber = variables["CI_PIPELINE_IID"]
    server = variables["CI_SERVER_URL"]
    if let number = variables["CI_MERGE_REQUEST_IID"] {
      let source = variables["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"]
      // A merge request for another project runs in its source project, unless a member of the target starts it there.
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
    } else if variables["CI_COMMIT_REF_NAME"]?.hasPrefix("refs/merge-requests/") == true {
      pullRequest = PullRequest(origin: .unknown)
    } else if let source = variables["CI_PIPELINE_SOURCE"], Self.sourcesOfMembers.contains(source) {
      return
    } else {
      unknownEvent = variables["CI_PIPELINE_SOURCE"] ?? ""
    }
  }
}
