import Lanes

/// The CI system that a run is in, as far as its clones have to be told of.
package enum CIProvider: String, Sendable {
  case github, forgejo, gitlab, bitbucket, azure, other

  init(of draft: Draft) {
    let isSet = { (name: String) in !["", "false"].contains(draft.workspace.environment[name, default: ""]) }
    self =
      if isSet("FORGEJO_ACTIONS") || isSet("GITEA_ACTIONS") {
        .forgejo
      } else if isSet("GITHUB_ACTIONS") {
        .github
      } else if isSet("GITLAB_CI") {
        .gitlab
      } else if isSet("BITBUCKET_BUILD_NUMBER") {
        .bitbucket
      } else if isSet("TF_BUILD") {
        .azure
      } else {
        .other
      }
  }

  /// The line of its pipeline that has the whole history cloned.
  var wholeHistory: String {
    switch self {
    case .github, .forgejo: "add `fetch-depth: 0` below `with:` of `actions/checkout`"
    case .gitlab: "add `GIT_DEPTH: 0` below `variables:` of the job"
    case .bitbucket: "add `clone: {depth: full}` to the step"
    case .azure: "add `fetchDepth: 0` to the `checkout` step"
    case .other: "get the rest with `git fetch --unshallow --tags`"
    }
  }
}
