/// One job of a CI system, and which attempt at it this is. A system starts the next attempt only when the last one is over.
package struct PipelineJob: Hashable, Sendable, Codable {
  /// The same for all attempts, and for no other job.
  package let id: String
  /// Larger for later attempts.
  package let attempt: Int

  package init(id: String, attempt: Int) {
    self.id = id
    self.attempt = attempt
  }

  /// Reads the variables of the system; nil if it has none that number the attempts.
  ///
  /// Sources: https://docs.github.com/en/actions/reference/workflows-and-actions/variables (`GITHUB_RUN_ATTEMPT`: "a unique
  /// number for each attempt of a particular workflow run"); https://docs.gitlab.com/ci/variables/predefined_variables/
  /// (`CI_JOB_ID` grows, and a retried job keeps its pipeline and name);
  /// https://buildkite.com/docs/pipelines/configure/environment-variables (`BUILDKITE_RETRY_COUNT`).
  package init?(_ variables: [String: String]) {
    let parts: [String?]
    let attempt: String?
    if variables["GITHUB_ACTIONS"] != nil {
      parts = [
        variables["GITHUB_SERVER_URL"], variables["GITHUB_REPOSITORY"], variables["GITHUB_RUN_ID"],
        variables["GITHUB_JOB"],
      ]
      attempt = variables["GITHUB_RUN_ATTEMPT"]
    } else if variables["GITLAB_CI"] != nil {
      parts = [variables["CI_SERVER_URL"], variables["CI_PIPELINE_ID"], variables["CI_JOB_NAME"]]
      attempt = variables["CI_JOB_ID"]
    } else if variables["BUILDKITE"] != nil {
      // The jobs of a parallel step share its id, and `BUILDKITE_PARALLEL_JOB` is the index of each (same page).
      let index = variables["BUILDKITE_PARALLEL_JOB"].map { [$0] } ?? []
      parts = [variables["BUILDKITE_BUILD_ID"], variables["BUILDKITE_STEP_ID"]] + index
      attempt = variables["BUILDKITE_RETRY_COUNT"]
    } else {
      return nil
    }
    let known = parts.compactMap(\.self)
    guard known.count == parts.count, let number = attempt.flatMap({ Int($0) }) else { return nil }
    self.init(id: known.joined(separator: " "), attempt: number)
  }
}
