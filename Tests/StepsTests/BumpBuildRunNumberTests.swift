import Testing

@Suite("The build number of a CI system's run")
struct BumpBuildRunNumberTests {
  private func planning(_ environment: [String: String]) -> Planning {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 6\n"]))
    planning.world.environment = environment
    return planning
  }

  @Test(
    "is the one that the system itself counts",
    arguments: [
      ["GITHUB_ACTIONS": "true", "GITHUB_RUN_NUMBER": "17"], ["GITLAB_CI": "true", "CI_PIPELINE_IID": "17"],
      ["BITBUCKET_BUILD_NUMBER": "17"], ["GITLAB_CI": "true", "CI_PIPELINE_IID": "17", "GITHUB_RUN_NUMBER": "9"],
    ])
  func number(_ environment: [String: String]) throws {
    let plan = try planning(environment).plan("- bump_build: ci_run_number\n- message: build ${build}")
    #expect(plan.entries.last?.effect == .showMessage("build 17"))
  }

  @Test(
    "is not guessed where nobody counts",
    arguments: [
      ([:], "no CI system runs this, expected one that counts its runs"),
      (["GITLAB_CI": "true"], "GitLab CI does not say the number of this run, expected one"),
    ])
  func nobody(_ environment: [String: String], _ message: String) throws {
    #expect(
      try planning(environment).failure("- bump_build: ci_run_number")
        == "error: \(message)\nhint: choose another `strategy`, such as `commit_count`")
  }
}
