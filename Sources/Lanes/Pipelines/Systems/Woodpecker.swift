extension CISystem {
  package static let woodpecker = CISystem(
    "woodpecker", name: "Woodpecker", configuration: [".woodpecker.yml"],
    isDetected: { $0["CI"] == "woodpecker" },
    read: { $0.readWoodpecker($1) },
    wholeClone: CloneRemedy(
      place: "below `clone: git:` with the image of `plugin-git`",
      lines: ["settings:", "  {partial: false, tags: true}"]))
}

extension Pipeline {
  /// The events that only users with write access cause (https://woodpecker-ci.org/docs/usage/workflow-syntax#event).
  private static let eventsOfWriters = ["cron", "deployment", "manual", "push", "release", "tag"]

  /// https://woodpecker-ci.org/docs/usage/environment: in a pull request, `CI_COMMIT_BRANCH` is the target.
  fileprivate mutating func readWoodpecker(_ variables: PipelineVariables) {
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
    } else {
      if tag == nil { branch = variables.branch("CI_COMMIT_BRANCH") }
      let event = variables["CI_PIPELINE_EVENT"] ?? ""
      if !Self.eventsOfWriters.contains(event) { unknownEvent = event }
    }
  }
}
