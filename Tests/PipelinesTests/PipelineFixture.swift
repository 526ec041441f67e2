import Lanes

/// The variables of a CI system for one kind of job, and the expected result.
struct PipelineFixture: Sendable, CustomStringConvertible {
  let description: String
  let variables: [String: String]
  /// The event file of GitHub and compatible systems.
  let event: String?
  /// The `Pipeline.summary`.
  let summary: String

  init(_ description: String, _ variables: [String: String], event: String? = nil, _ summary: String) {
    self.description = description
    self.variables = variables
    self.event = event
    self.summary = summary
  }

  static let commit = "1a2b3c4d5e6f708192a3b4c5d6e7f80912345678"

  /// The event of a pull request from that repository; nil: it has been deleted.
  static func event(from repository: String?) -> String {
    let head = repository.map { "{\"full_name\": \"\($0)\"}" } ?? "null"
    return "{\"number\": 12, \"pull_request\": {\"number\": 12, \"head\": {\"repo\": \(head)}}}"
  }

  static let all = gitHub + gitea + gitLab + woodpecker + apple + hosted + jenkins

  private static func gitHub(_ event: String, _ reference: String, _ more: [String: String] = [:]) -> [String: String] {
    [
      "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_REF": reference,
      "GITHUB_SHA": commit, "GITHUB_RUN_NUMBER": "17", "GITHUB_REPOSITORY": "cool/app",
      "GITHUB_SERVER_URL": "https://github.com", "GITHUB_HEAD_REF": "", "GITHUB_BASE_REF": "",
    ].merging(more) { $1 }
  }

  private static let sides = ["GITHUB_HEAD_REF": "feature", "GITHUB_BASE_REF": "main"]

  private static let gitHub = [
    PipelineFixture(
      "github branch", gitHub("push", "refs/heads/release/1.x"),
      "GitHub Actions, branch release/1.x, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github tag", gitHub("push", "refs/tags/1.5.0"), "GitHub Actions, tag 1.5.0, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github schedule", gitHub("schedule", "refs/heads/main"), "GitHub Actions, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github by hand", gitHub("workflow_dispatch", "refs/heads/main"),
      "GitHub Actions, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github merge queue", gitHub("merge_group", "refs/heads/gh-readonly-queue/main/pr-12-1a2b3c4"),
      "GitHub Actions, pull request from an unknown repository → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github pull request", gitHub("pull_request", "refs/pull/12/merge", sides), event: event(from: "cool/app"),
      "GitHub Actions, pull request 12 from the same repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github fork", gitHub("pull_request", "refs/pull/12/merge", sides), event: event(from: "else/app"),
      "GitHub Actions, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github fork, as the target", gitHub("pull_request_target", "refs/heads/main", sides),
      event: event(from: "else/app"),
      "GitHub Actions, branch main, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github fork that is gone", gitHub("pull_request", "refs/pull/12/merge", sides), event: event(from: nil),
      "GitHub Actions, pull request 12 from an unknown repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github pull request without its event", gitHub("pull_request", "refs/pull/12/merge", sides),
      "GitHub Actions, pull request 12 from an unknown repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github pull request with half an event", gitHub("pull_request", "refs/pull/12/merge", sides),
      event: "{\"pull_request\": {",
      "GitHub Actions, pull request 12 from an unknown repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github run after one of a fork", gitHub("workflow_run", "refs/heads/main"),
      event: """
        {"workflow_run": {"event": "pull_request", "head_branch": "main", "pull_requests": [],
          "head_repository": {"full_name": "else/app"}}}
        """,
      "GitHub Actions, branch main, pull request from a fork, main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github run after one of a branch", gitHub("workflow_run", "refs/heads/main"),
      event: """
        {"workflow_run": {"event": "push", "head_branch": "main", "head_repository": {"full_name": "cool/app"}}}
        """, "GitHub Actions, branch main, commit 1a2b3c4, build 17"),
    // The earlier job may have been for a fork, which is undetectable, so the safe answer is that it was.
    PipelineFixture(
      "github run after one whose event is cut off", gitHub("workflow_run", "refs/heads/main"),
      event: "{\"workflow_run\": {\"event\": \"push\"",
      "GitHub Actions, branch main, pull request from an unknown repository, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "github run after one without its event", gitHub("workflow_run", "refs/heads/main"),
      "GitHub Actions, branch main, pull request from an unknown repository, commit 1a2b3c4, build 17"),
  ]

  private static let gitea = [
    PipelineFixture(
      "gitea branch",
      gitHub("push", "refs/heads/main", ["GITEA_ACTIONS": "true", "GITHUB_SERVER_URL": "https://git.example.com"]),
      "Gitea Actions, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "gitea fork", gitHub("pull_request", "refs/pull/12/head", sides.merging(["GITEA_ACTIONS": "true"]) { $1 }),
      event: event(from: "else/app"),
      "Gitea Actions, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "forgejo tag", gitHub("push", "refs/tags/v1.5.0", ["GITEA_ACTIONS": "true", "FORGEJO_ACTIONS": "true"]),
      "Forgejo Actions, tag v1.5.0, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "forgejo pull request",
      gitHub("pull_request", "refs/pull/12/head", sides.merging(["FORGEJO_ACTIONS": "true"]) { $1 }),
      event: event(from: "cool/app"),
      "Forgejo Actions, pull request 12 from the same repository, feature → main, commit 1a2b3c4, build 17"),
  ]

  private static func gitLab(_ source: String, _ more: [String: String]) -> [String: String] {
    [
      "CI": "true", "GITLAB_CI": "true", "CI_PIPELINE_SOURCE": source, "CI_COMMIT_SHA": commit, "CI_PIPELINE_IID": "17",
      "CI_PROJECT_ID": "5", "CI_SERVER_URL": "https://gitlab.com",
    ].merging(more) { $1 }
  }

  private static func mergeRequest(_ source: String?, runningIn project: String = "5") -> [String: String] {
    var variables = gitLab(
      "merge_request_event",
      [
        "CI_MERGE_REQUEST_IID": "12", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "feature",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_COMMIT_REF_NAME": "feature", "CI_PROJECT_ID": project,
        "CI_MERGE_REQUEST_PROJECT_ID": "5",
      ])
    variables["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"] = source
    return variables
  }

  private static let gitLab = [
    PipelineFixture(
      "gitlab branch", gitLab("push", ["CI_COMMIT_BRANCH": "main", "CI_COMMIT_REF_NAME": "main"]),
      "GitLab CI, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "gitlab schedule", gitLab("schedule", ["CI_COMMIT_BRANCH": "main", "CI_COMMIT_REF_NAME": "main"]),
      "GitLab CI, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "gitlab tag", gitLab("push", ["CI_COMMIT_TAG": "1.5.0", "CI_COMMIT_REF_NAME": "1.5.0"]),
      "GitLab CI, tag 1.5.0, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "gitlab merge request", mergeRequest("5"),
      "GitLab CI, pull request 12 from the same repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "gitlab fork", mergeRequest("9"),
      "GitLab CI, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "gitlab fork, run there", mergeRequest("9", runningIn: "9"),
      "GitLab CI, pull request 12 from a fork, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "gitlab merge request from somewhere", mergeRequest(nil),
      "GitLab CI, pull request 12 from an unknown repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "gitlab pull request of GitHub",
      gitLab(
        "external_pull_request_event",
        [
          "CI_EXTERNAL_PULL_REQUEST_IID": "12", "CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME": "feature",
          "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME": "main",
          "CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY": "cool/app",
          "CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY": "cool/app",
        ]), "GitLab CI, pull request 12 from the same repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "gitlab pull request of a fork on GitHub",
      gitLab(
        "external_pull_request_event",
        [
          "CI_EXTERNAL_PULL_REQUEST_IID": "12", "CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY": "else/app",
          "CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY": "cool/app",
        ]), "GitLab CI, pull request 12 from a fork, commit 1a2b3c4, build 17"),
  ]

  private static func woodpecker(_ event: String, _ more: [String: String]) -> [String: String] {
    [
      "CI": "woodpecker", "CI_PIPELINE_EVENT": event, "CI_COMMIT_SHA": commit, "CI_PIPELINE_NUMBER": "17",
      "CI_FORGE_URL": "https://codeberg.org", "CI_COMMIT_BRANCH": "main",
    ].merging(more) { $1 }
  }

  private static let woodpecker = [
    PipelineFixture(
      "woodpecker branch", woodpecker("push", [:]), "Woodpecker, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "woodpecker schedule", woodpecker("cron", [:]), "Woodpecker, branch main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "woodpecker tag", woodpecker("tag", ["CI_COMMIT_TAG": "1.5.0"]), "Woodpecker, tag 1.5.0, commit 1a2b3c4, build 17"
    ),
    PipelineFixture(
      "woodpecker pull request",
      woodpecker(
        "pull_request",
        [
          "CI_COMMIT_PULL_REQUEST": "12", "CI_COMMIT_SOURCE_BRANCH": "feature", "CI_COMMIT_TARGET_BRANCH": "main",
        ]), "Woodpecker, pull request 12 from an unknown repository, feature → main, commit 1a2b3c4, build 17"),
    PipelineFixture(
      "woodpecker pull request without its number", woodpecker("pull_request_closed", [:]),
      "Woodpecker, pull request from an unknown repository, commit 1a2b3c4, build 17"),
  ]
}
