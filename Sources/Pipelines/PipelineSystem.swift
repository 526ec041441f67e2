/// A CI system that is told from others.
package enum PipelineSystem: String, Sendable, CaseIterable {
  // Those first that also set the variables of others: Forgejo and Gitea set GitHub's.
  case forgejo
  case gitea
  case github
  case woodpecker
  case gitlab
  case xcodeCloud = "xcode-cloud"
  case buildkite
  case circleci
  case bitrise
  case azure
  case bitbucket
  case jenkins
  /// `CI` is set, and nothing that tells by whom.
  case other

  /// As its makers write it.
  package var name: String {
    switch self {
    case .forgejo: "Forgejo Actions"
    case .gitea: "Gitea Actions"
    case .github: "GitHub Actions"
    case .woodpecker: "Woodpecker"
    case .gitlab: "GitLab CI"
    case .xcodeCloud: "Xcode Cloud"
    case .buildkite: "Buildkite"
    case .circleci: "CircleCI"
    case .bitrise: "Bitrise"
    case .azure: "Azure Pipelines"
    case .bitbucket: "Bitbucket Pipelines"
    case .jenkins: "Jenkins"
    case .other: "a CI system"
    }
  }

  /// Whether it speaks the language of GitHub Actions, in its variables, files and logs.
  package var isGitHubLike: Bool {
    switch self {
    case .forgejo, .gitea, .github: true
    case .woodpecker, .gitlab, .xcodeCloud, .buildkite, .circleci, .bitrise, .azure, .bitbucket, .jenkins, .other: false
    }
  }

  /// Whether `variables` say that it runs this process.
  func isAnnounced(by variables: PipelineVariables) -> Bool {
    switch self {
    case .forgejo: variables["FORGEJO_ACTIONS"] != nil
    case .gitea: variables["GITEA_ACTIONS"] != nil
    case .github: variables["GITHUB_ACTIONS"] != nil
    case .woodpecker: variables["CI"] == "woodpecker"
    case .gitlab: variables["GITLAB_CI"] != nil
    case .xcodeCloud:
      variables["CI_XCODE_CLOUD"] != nil || (variables["CI_XCODE_PROJECT"] ?? variables["CI_XCODEBUILD_ACTION"]) != nil
    case .buildkite: variables["BUILDKITE"] != nil
    case .circleci: variables["CIRCLECI"] != nil
    case .bitrise: variables["BITRISE_IO"] != nil
    case .azure: variables["TF_BUILD"] != nil
    case .bitbucket: variables["BITBUCKET_BUILD_NUMBER"] != nil
    case .jenkins: variables["JENKINS_URL"] != nil && variables["BUILD_ID"] != nil
    case .other: variables["CI"] != nil || variables["TEAMCITY_VERSION"] != nil
    }
  }

  /// Those whose variables it sets beside its own.
  var imitated: [PipelineSystem] {
    switch self {
    case .forgejo: [.gitea, .github]
    case .gitea: [.github]
    case .github, .woodpecker, .gitlab, .xcodeCloud, .buildkite, .circleci, .bitrise, .azure, .bitbucket, .jenkins,
      .other:
      []
    }
  }
}
