// https://docs.github.com/en/actions/reference/workflows-and-actions/variables; Gitea and Forgejo have the same.
extension Pipeline {
  private static let pullRequestEvents = [
    "pull_request", "pull_request_target", "pull_request_review", "pull_request_review_comment",
  ]

  init(gitHubLike system: PipelineSystem, _ variables: PipelineVariables, event: GitHubEvent?) {
    self.init(system)
    commit = variables.commit("GITHUB_SHA")
    buildNumber = variables["GITHUB_RUN_NUMBER"]
    server = variables["GITHUB_SERVER_URL"]
    let reference = variables["GITHUB_REF"] ?? ""
    if reference.hasPrefix("refs/heads/") {
      branch = variables.branch("GITHUB_REF")
    } else if reference.hasPrefix("refs/tags/") {
      tag = variables.tag("GITHUB_REF")
    }
    let name = variables["GITHUB_EVENT_NAME"] ?? ""
    if Self.pullRequestEvents.contains(name) || reference.hasPrefix("refs/pull/") {
      pullRequest = PullRequest(
        number: event?.number ?? Self.number(in: reference), source: variables.branch("GITHUB_HEAD_REF"),
        target: variables.branch("GITHUB_BASE_REF"), origin: Self.origin(event, in: variables))
    } else if name == "workflow_run" {
      pullRequest = Self.precedingPullRequest(event, in: variables)
    }
  }

  /// The pull request that the run before this one was for. Where the event cannot be read, it may have been.
  private static func precedingPullRequest(_ event: GitHubEvent?, in variables: PipelineVariables) -> PullRequest? {
    guard let run = event?.precedingRun else { return PullRequest(origin: .unknown) }
    guard pullRequestEvents.contains(run.event) else { return nil }
    return PullRequest(
      number: run.number, source: run.branch, origin: .init(run.repository, in: variables["GITHUB_REPOSITORY"]))
  }

  private static func origin(_ event: GitHubEvent?, in variables: PipelineVariables) -> PullRequest.Origin {
    .init(event?.sourceRepository, in: variables["GITHUB_REPOSITORY"])
  }

  /// The 12 of `refs/pull/12/merge`.
  private static func number(in reference: String) -> String? {
    let parts = reference.split(separator: "/")
    return parts.count > 2 && parts[1] == "pull" ? String(parts[2]) : nil
  }
}
