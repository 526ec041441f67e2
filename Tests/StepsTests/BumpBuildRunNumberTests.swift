import Testing

@Suite("The build number of a CI system's run")
struct BumpBuildRunNumberTests {
  private func planning(_ environment: [String: String]) -> Planning {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 6\n"]))
    planning.world.variables = environment
    return planning
  }

  @Test(
    "is the system's own counter",
    arguments: [
      ["GITHUB_ACTIONS": "true", "GITHUB_RUN_NUMBER": "17"], ["GITLAB_CI": "true", "CI_PIPELINE_IID": "17"],
      ["BITBUCKET_BUILD_NUMBER": "17"], ["GITLAB_CI": "true", "CI_PIPELINE_IID": "17", "GITHUB_RUN_NUMBER": "9"],
    ])
  func number(_ environment: [String: String]) throws {
    let plan = try planning(environment).plan("- bump: {build: ci_run_number}\n- message: build ${build}")
    #expect(plan.entries.last?.effect == .showMessage("build 17"))
  }

  @Test(
    "is not guessed if the system has no counter",
    arguments: [
      ([:], "no CI system was detected, so there is no run number"),
      (["GITLAB_CI": "true"], "GitLab CI does not provide a run number"),
    ])
  func nobody(_ environment: [String: String], _ message: String) throws {
    #expect(
      try planning(environment).failure("- bump: {build: ci_run_number}")
        == "error: \(message)\nhint: choose another way, such as `bump: {build: commit_count}`")
  }
}
