/// The branch that a CI system builds, which many of them check out without its name.
package enum CIBranch {
  /// The branch's name; nil outside of CI, and where the build is of a tag or of a pull request.
  package static func name(in environment: [String: String]) -> String? {
    if let reference = environment["GITHUB_REF"] ?? environment["BUILD_SOURCEBRANCH"] {
      return reference.hasPrefix("refs/heads/") ? String(reference.dropFirst("refs/heads/".count)) : nil
    }
    return variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// GitLab and Woodpecker, Xcode Cloud, CircleCI, Bitrise, Buildkite, Bitbucket, Drone, Cirrus.
  private static let variables = [
    "CI_COMMIT_BRANCH", "CI_BRANCH", "CIRCLE_BRANCH", "BITRISE_GIT_BRANCH", "BUILDKITE_BRANCH", "BITBUCKET_BRANCH",
    "DRONE_BRANCH", "CIRRUS_BRANCH",
  ]
}
