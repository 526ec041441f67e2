import Lanes
import TestSupport
import Testing

@Suite("A shallow clone")
struct ShallowCloneTests {
  @Test("has no version, if that is only in tags: a later one may be missing")
  func version() throws {
    var planning = Planning(tags: ["1.4.2"])
    planning.world.gap = .shallowClone
    #expect(
      try planning.failure("- bump: minor") == """
        error: this is a shallow clone, which may lack the tags of releases
        hint: fetch them with `git fetch --unshallow --tags`; in GitHub Actions set the `actions/checkout` input `fetch-depth: 0`, in GitLab CI set `GIT_DEPTH: 0`
        """)
  }

  private static let whole =
    "add these lines to clone the whole history, or fetch the rest with `git fetch --unshallow --tags`"

  @Test(
    "is refused with the lines that fix the pipeline",
    arguments: [
      (["GITHUB_ACTIONS": "true"], "below the step with `actions/checkout`:\n  with:\n    fetch-depth: 0"),
      (["FORGEJO_ACTIONS": "true"], "below the step with `actions/checkout`:\n  with:\n    fetch-depth: 0"),
      (["GITLAB_CI": "true"], "in `.gitlab-ci.yml`:\n  variables:\n    GIT_DEPTH: \"0\""),
      (
        ["CI_XCODE_CLOUD": "TRUE"],
        """
        in `ci_scripts/ci_post_clone.sh`:
          cd "$CI_PRIMARY_REPOSITORY_PATH"
          git fetch --unshallow --tags
        """
      ),
      (["TF_BUILD": "True"], "below `- checkout: self`:\n  fetchDepth: 0\n  fetchTags: true"),
      (
        ["BITRISE_IO": "true"], "below the inputs of `git-clone`:\n  - clone_depth: -1\n  - fetch_tags: \"yes\""
      ),
      (["BITBUCKET_BUILD_NUMBER": "1"], "in `bitbucket-pipelines.yml`:\n  clone:\n    depth: full"),
    ])
  func remedy(_ environment: [String: String], _ lines: String) throws {
    var planning = Planning(version: "1.4.2")
    planning.world.gap = .shallowClone
    planning.world.variables = environment
    #expect(
      try planning.failure("- tag") == """
        error: this is a shallow clone, which may lack the tags of releases
        \(lines)
        hint: \(Self.whole)
        """)
    #expect(
      try planning.failure("- bump: {build: commit_count}") == """
        error: this is a shallow clone, so the commits cannot be counted
        \(lines)
        hint: add these lines to clone the whole history, or fetch the rest with `git fetch --unshallow`
        """)
  }

  @Test("has a fix for every known system")
  func remedies() {
    #expect(CISystem.all.filter { $0.wholeClone == nil } == [.other])
    #expect(CISystem.all.compactMap(\.wholeClone).allSatisfy { !$0.place.isEmpty && !$0.lines.isEmpty })
  }
}
