/// What makes a CI system clone the whole history with its tags.
package struct CloneRemedy: Hashable, Sendable {
  /// Where the lines belong.
  package let place: String
  package let lines: [String]

  /// Place and lines, below each other.
  package var notes: [String] { ["\(place):"] + lines.map { "  " + $0 } }
}

extension PipelineSystem {
  /// What makes it clone all commits and tags; nil where nobody knows.
  package var wholeClone: CloneRemedy? {
    switch self {
    case .github, .gitea, .forgejo:
      CloneRemedy(place: "below the step with `actions/checkout`", lines: ["with:", "  fetch-depth: 0"])
    case .gitlab: CloneRemedy(place: "in `.gitlab-ci.yml`", lines: ["variables:", "  GIT_DEPTH: \"0\""])
    case .woodpecker:
      CloneRemedy(
        place: "below `clone: git:` with the image of `plugin-git`",
        lines: ["settings:", "  {partial: false, tags: true}"])
    case .xcodeCloud:
      CloneRemedy(
        place: "in `ci_scripts/ci_post_clone.sh`",
        lines: ["cd \"$CI_PRIMARY_REPOSITORY_PATH\"", "git fetch --unshallow --tags"])
    case .circleci:
      CloneRemedy(place: "behind the step `checkout`", lines: ["- run:", "    git fetch --unshallow --tags"])
    case .bitrise:
      CloneRemedy(place: "below the inputs of `git-clone`", lines: ["- clone_depth: -1", "- fetch_tags: \"yes\""])
    case .azure: CloneRemedy(place: "below `- checkout: self`", lines: ["fetchDepth: 0", "fetchTags: true"])
    case .bitbucket: CloneRemedy(place: "in `bitbucket-pipelines.yml`", lines: ["clone:", "  depth: full"])
    case .buildkite:
      CloneRemedy(
        place: "in `pipeline.yml`, unless the agent says otherwise",
        lines: ["env:", "  BUILDKITE_GIT_CLONE_FLAGS: \"-v\""])
    case .jenkins:
      CloneRemedy(
        place: "among the extensions of the checkout", lines: ["cloneOption(shallow: false, noTags: false)"])
    case .other: nil
    }
  }
}
